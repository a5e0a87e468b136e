#include "screen.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace workbench::demo_client {
namespace {

constexpr std::size_t kWidth = 96;
constexpr std::string_view kIndent = "  ";

bool can_show_colours() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

std::string without_controls(std::string_view text) {
  std::string clean(text);
  std::replace_if(
      clean.begin(), clean.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return clean;
}

/// `text` in lines of `width` bytes at most, broken at blanks; a longer word gets a line of its own.
std::vector<std::string> break_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  const std::string clean = without_controls(text);
  std::size_t begin = 0;
  while ((begin = clean.find_first_not_of(' ', begin)) != std::string::npos) {
    const std::size_t end = std::min(clean.find(' ', begin), clean.size());
    const std::string word = clean.substr(begin, end - begin);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back().append(lines.back().empty() ? "" : " ").append(word);
    begin = end;
  }
  return lines;
}

std::string format_duration(double milliseconds) {
  std::array<char, 32> text;
  const bool is_short = milliseconds < 1;
  const int length = std::snprintf(text.data(), text.size(), is_short ? "%.0f microseconds" : "%.1f ms",
                                   is_short ? milliseconds * 1000 : milliseconds);
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

Screen::Screen() : has_colours_(can_show_colours()) {}

void Screen::write(Style style, std::string_view text) const {
  if (!has_colours_ || style == Style::plain) {
    std::cout << text;
    return;
  }
  constexpr std::array<std::string_view, 5> kCodes = {"", "1", "2", "32", "31"};
  std::cout << "\x1b[" << kCodes[static_cast<std::size_t>(style)] << 'm' << text << "\x1b[0m";
}

void Screen::heading(std::string_view text) {
  std::cout << '\n';
  write(Style::bold, without_controls(text));
  std::cout << '\n';
}

void Screen::paragraph(std::string_view text) {
  for (const std::string& line : break_lines(text, kWidth - kIndent.size())) std::cout << kIndent << line << '\n';
}

void Screen::table(const std::vector<Row>& rows) {
  std::size_t first = 0;
  for (const Row& row : rows) first = std::max(first, row[0].size());
  const std::size_t second = kIndent.size() + first + 2;
  for (const Row& row : rows) {
    write(Style::bold, std::string(kIndent) + without_controls(row[0]));
    std::cout << std::string(first - row[0].size() + 2, ' ');
    const char* separator = "";
    for (const std::string& line : break_lines(row[1], kWidth - second)) {
      std::cout << separator << (*separator == '\0' ? "" : std::string(second, ' ')) << line;
      separator = "\n";
    }
    std::cout << '\n';
  }
}

void Screen::request(std::string_view text) {
  write(Style::faint, std::string(kIndent) + without_controls(text));
  std::cout << '\n';
}

void Screen::answer(std::string_view text, bool is_right, double milliseconds) {
  paragraph(text);
  std::cout << kIndent;
  write(is_right ? Style::good : Style::bad, is_right ? "right" : "WRONG");
  write(Style::faint, ", after " + format_duration(milliseconds));
  std::cout << '\n';
}

void Screen::message(std::string_view direction, std::string_view text) {
  write(Style::faint, std::string(direction) + " " + without_controls(text));
  std::cout << '\n';
}

}  // namespace workbench::demo_client
