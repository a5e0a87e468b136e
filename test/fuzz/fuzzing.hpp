#pragma once

// Shared by the fuzzers.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "json/instruction_sets.hpp"

namespace fuzzing {

/// Ends the program, which libFuzzer reports with the input, unless the promise is kept.
inline void require(bool is_kept, const char* promise, std::string_view detail = {}) {
  if (is_kept) return;
  std::fprintf(stderr, "broken: %s: %.*s\n", promise, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// A copy of the text of a value, also of a temporary one.
inline std::string text_of(const workbench::Json& value) {
  return std::string(value.text());
}

/// Removes the first byte of the input; 0 at its end.
inline std::uint8_t take_byte(std::string_view& input) {
  if (input.empty()) return 0;
  const auto byte = static_cast<std::uint8_t>(input.front());
  input.remove_prefix(1);
  return byte;
}

/// Removes the first line of the input; returns it without its newline.
inline std::string_view take_line(std::string_view& input) {
  const std::string_view line = input.substr(0, input.find('\n'));
  input.remove_prefix(std::min(line.size() + 1, input.size()));
  return line;
}

/// Copies of the pieces of a text, each with its own allocation, so that reading beyond a piece is found. Their sizes
/// follow from `seed`; with 0, all have one byte.
inline std::vector<std::vector<char>> pieces_of(std::string_view text, std::uint8_t seed) {
  std::vector<std::vector<char>> pieces;
  std::size_t state = seed;
  while (!text.empty()) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    const std::size_t size = std::min(seed == 0 ? 1 : 1 + (state >> 8) % seed, text.size());
    pieces.emplace_back(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    text.remove_prefix(size);
  }
  return pieces;
}

inline std::string_view view(const std::vector<char>& piece) {
  return {piece.data(), piece.size()};
}

/// Calls `check` once for each instruction set that this processor has, with JSON read by it.
template <typename Check>
void with_each_instruction_set(Check check) {
  using namespace workbench;
  for (const json::InstructionSet set : json::kInstructionSets) {
    if (!json::is_available(set)) continue;
    json::use(set);
    check();
  }
}

}  // namespace fuzzing
