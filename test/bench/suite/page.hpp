#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {

/// A table of the page. The first column names what a row is about.
struct Table {
  std::string title;
  std::string note;  ///< a paragraph below the title; may be empty
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A goal, and what was measured.
struct Bar {
  std::string what;
  double measured;
  double bar;
  bool at_least = false;  ///< the figure is to be at least the bar; otherwise at most
  std::string unit;       ///< "relays", "ms"
};

/// A line chart: the ratio of the workbench to the relay over something.
struct Picture {
  std::string file;   ///< below the folder of the pictures
  std::string title;  ///< and alternative text
  std::string axis;   ///< what the values of `points` are
  struct Point {
    std::string label;
    double ratio;
  };
  std::vector<Point> points;
};

/// All that one run has measured.
struct Page {
  std::vector<Bar> bars;
  std::vector<Table> tables;
  std::vector<Picture> pictures;
};

/// "12.3": a figure with as many digits as mean something.
[[nodiscard]] std::string rounded(double figure);

/// Writes the page, with the pictures in the folder `pictures` beside it. What stands between the marks of a page that
/// is there already stays. `command`: how the figures are measured again. Throws std::runtime_error if it cannot.
void write_page(const Page& page, const std::filesystem::path& file, const std::string& command);

}  // namespace bench
