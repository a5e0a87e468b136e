#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "json/source_locations.hpp"

namespace workbench::json {

/// Lines and columns of many places in one text: made in one pass, and each place is then found without another one.
/// For a single place, line_column() suffices.
class LineIndex {
 public:
  /// `text` must outlive the index.
  explicit LineIndex(std::string_view text);

  /// As line_column().
  [[nodiscard]] LineColumn at(std::size_t offset) const;

  /// The offset of a place as people count; for a place that the text does not have, the nearest end.
  [[nodiscard]] std::size_t offset_of(LineColumn place) const;

  /// The offset of the byte with this number, from 0, in a line with this number, from 0.
  [[nodiscard]] std::size_t offset_of_byte(std::size_t line, std::size_t byte) const;

 private:
  /// The number of characters before `offset`, counted from the nearest mark.
  [[nodiscard]] std::size_t characters_before(std::size_t offset) const;

  std::string_view text_;
  std::vector<std::size_t> lines_;  // the offset of the first byte of each
  std::vector<std::size_t> marks_;  // at every kStride-th byte: how many characters begin before it
};

}  // namespace workbench::json
