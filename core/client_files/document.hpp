#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "client_files/value.hpp"

namespace workbench::client_files {

enum class Format { json, yaml, toml };

[[nodiscard]] std::string_view name_of(Format format);

/// A place in a file at which a reader stops, or that it tolerates.
struct Problem {
  std::size_t offset = 0;
  std::string text;  ///< `what is wrong; what to do`
};

/// A text that was read as one of the formats.
struct Document {
  std::string text;
  Format format = Format::json;
  std::optional<Value> root;      ///< absent: it cannot be read; `problems` has why
  std::vector<Problem> problems;  ///< all that was found, in the order of the text
  /// Comments and trailing commas of JSON, which most clients accept and JSON does not.
  std::vector<Problem> extensions;
};

/// The largest file that is read of a format: 16 MiB of JSON, in which clients keep much else, and 1 MiB of the others.
[[nodiscard]] std::size_t max_bytes_of(Format format);

/// Reads a text. Nothing throws; the time is linear. A text that is larger than max_bytes_of(), has more than 100
/// levels, or more than kMaxValues is a problem.
[[nodiscard]] Document parse(std::string text, Format format);

/// The format by the file's name (.json, .jsonc, .yaml, .yml, .toml); for any other name, the format that the text
/// looks like.
[[nodiscard]] Format format_of(const std::filesystem::path& file, std::string_view text);

/// Reads a file. The error completes a sentence that begins with the name of the file.
[[nodiscard]] Result<Document> read_document(const std::filesystem::path& file);

/// The problem of a value with more than `max_levels` above it.
[[nodiscard]] std::string too_deep(Format format, std::size_t max_levels);

/// The most levels that a file may have.
inline constexpr std::size_t kMaxDepth = 100;
/// The most values that a file may have.
inline constexpr std::size_t kMaxValues = 1'000'000;
/// The problem of a file with more values than that.
[[nodiscard]] std::string too_many_values();

/// A library's message about a text, which it may quote, as a part of one line.
[[nodiscard]] std::string in_one_line(std::string text);

// The three readers, for parse().
[[nodiscard]] Document parse_json(std::string text);
[[nodiscard]] Document parse_yaml(std::string text);
[[nodiscard]] Document parse_toml(std::string text);

}  // namespace workbench::client_files
