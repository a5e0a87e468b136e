#include "page.hpp"

#include <sys/utsname.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "picture.hpp"

namespace bench {
namespace {

constexpr const char* kBegin = "<!-- written by hand: stays when the page is written again -->";
constexpr const char* kEnd = "<!-- end of what is written by hand -->";

/// The value of the first line with this key in /proc/cpuinfo or /proc/meminfo.
std::string value_in(const char* file, const std::string& key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    return line.substr(line.find_first_not_of(" \t", colon + 1));
  }
  return "unknown";
}

std::string machine() {
  utsname system{};
  ::uname(&system);
  return value_in("/proc/cpuinfo", "model name") + ", " + std::to_string(std::thread::hardware_concurrency()) +
         " processors, " + value_in("/proc/meminfo", "MemTotal") + ", " + system.sysname + " " + system.release +
         ", g++ " __VERSION__;
}

std::string written_by_hand(const std::filesystem::path& file) {
  std::ifstream input(file);
  const std::string before{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  const std::size_t begin = before.find(kBegin);
  const std::size_t end = before.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos) return "\nTo be written.\n\n";
  const std::size_t from = begin + std::char_traits<char>::length(kBegin);
  return before.substr(from, end - from);
}

void write_row(std::ostream& page, const std::vector<std::string>& cells) {
  page << '|';
  for (const std::string& cell : cells) page << ' ' << cell << " |";
  page << '\n';
}

void write_head(std::ostream& page, const std::vector<std::string>& columns) {
  write_row(page, columns);
  page << "|---|";
  for (std::size_t column = 1; column < columns.size(); ++column) page << "---:|";
  page << '\n';
}

void write_bars(std::ostream& page, const std::vector<Bar>& bars) {
  page << "## The goals\n\n";
  write_head(page, {"Case", "Measured", "Goal", "Met"});
  for (const Bar& bar : bars) {
    const bool is_met = bar.at_least ? bar.measured >= bar.bar : bar.measured <= bar.bar;
    write_row(page, {bar.what, rounded(bar.measured) + " " + bar.unit,
                     (bar.at_least ? "at least " : "at most ") + rounded(bar.bar), is_met ? "yes" : "no"});
  }
  page << '\n';
}

}  // namespace

std::string rounded(double figure) {
  std::array<char, 64> text{};
  const int digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2;
  std::snprintf(text.data(), text.size(), "%.*f", digits, figure);
  return text.data();
}

void write_page(const Page& page, const std::filesystem::path& file, const std::string& command) {
  std::ostringstream text;
  text << "# Benchmarks\n\n"
       << "What the workbench adds to a call, compared with a client that talks to the server directly, and with the\n"
       << "smallest relay: a C program that passes lines on in both directions and gives requests ids of its own\n"
       << "(`test/bench/relay.c`). All run alternately in short blocks on one processor, so that a disturbance affects "
          "all\n"
       << "alike; every answer is checked. A ratio can be compared with that of another machine, a time cannot.\n\n"
       << "Measured with `" << command << "` on: " << machine() << ".\n\n";
  write_bars(text, page.bars);
  for (const Picture& picture : page.pictures) {
    text << "![" << picture.title << "](pictures/" << picture.file << ")\n\n";
  }
  text << "## Where the rest of the time goes\n\n" << kBegin << written_by_hand(file) << kEnd << "\n\n";
  for (const Table& table : page.tables) {
    text << "## " << table.title << "\n\n";
    if (!table.note.empty()) text << table.note << "\n\n";
    write_head(text, table.columns);
    for (const auto& row : table.rows) write_row(text, row);
    text << '\n';
  }
  std::string whole = text.str();
  whole.pop_back();
  std::ofstream output(file);
  output << whole;
  if (!output.flush()) throw std::runtime_error(file.string() + ": cannot be written");

  const std::filesystem::path folder = file.parent_path() / "pictures";
  std::filesystem::create_directories(folder);
  for (const Picture& picture : page.pictures) std::ofstream(folder / picture.file) << draw(picture);
}

}  // namespace bench
