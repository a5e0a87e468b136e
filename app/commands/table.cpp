#include "commands/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace workbench::app {
namespace {

constexpr std::string_view kGap = "  ";
/// The least that is left for the last column, however wide the others are.
constexpr std::size_t kMinLast = 24;

/// The beginning of `text` that fits into `width` columns, up to a blank if there is one; it is removed from `text`.
std::string_view cut_line(std::string_view& text, std::size_t width) {
  std::size_t end = 0;
  std::size_t columns = 0;
  std::size_t blank = std::string_view::npos;
  while (end < text.size() && columns < width) {
    if (text[end] == ' ' && end > 0) blank = end;
    ++end;
    while (end < text.size() && base::continues_character(text[end])) ++end;
    ++columns;
  }
  if (end < text.size() && text[end] != ' ' && blank != std::string_view::npos) end = blank;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  while (text.starts_with(' ')) text.remove_prefix(1);
  return line;
}

std::string without_blanks_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string Table::text(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    if (row.empty()) continue;
    widths.resize(std::max(widths.size(), row.size() - 1));
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (widths[i] == 0) continue;
      line.append(row[i]).append(widths[i] - columns_of(row[i]), ' ').append(kGap);
      begin += widths[i] + kGap.size();
    }
    std::string_view last = row.empty() ? std::string_view() : std::string_view(row.back());
    const std::size_t room = width == 0 ? std::string_view::npos : std::max(width - std::min(width, begin), kMinLast);
    line.append(cut_line(last, room));
    text.append(without_blanks_at_end(std::move(line))).append("\n");
    while (!last.empty()) {
      text.append(without_blanks_at_end(std::string(begin, ' ').append(cut_line(last, room)))).append("\n");
    }
  }
  return text;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !base::continues_character(byte); }));
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (::isatty(descriptor) == 0 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col == 0 ? 80 : size.ws_col;
}

std::string with_thousands(std::size_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace workbench::app
