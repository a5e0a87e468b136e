#include "client_files/document.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "client_files/text_edit.hpp"
#include "config/config_file.hpp"

namespace workbench::client_files {
namespace {

constexpr std::size_t kMiB = std::size_t{1024} * 1024;

/// The first byte that is neither a blank nor in a comment of JSON.
char first_sign(std::string_view text) {
  for (std::size_t at = text.find_first_not_of(kBlanks); at < text.size(); at = text.find_first_not_of(kBlanks, at)) {
    if (text.substr(at, 2) == "//") {
      at = text.find('\n', at);
    } else if (text.substr(at, 2) == "/*") {
      at = text.find("*/", at);
      if (at < text.size()) at += 2;
    } else {
      return text[at];
    }
    if (at >= text.size()) break;
  }
  return '\0';
}

/// Whether the first line with content is a table or a key of TOML.
bool looks_like_toml(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = config::trimmed(text.substr(0, end), kBlanks);
    if (!line.empty() && line.front() != '#') {
      const std::size_t equals = line.find('=');
      return (line.front() == '[' && line.back() == ']') ||
             (equals != std::string_view::npos && line.find(':') > equals);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

/// Replaces a text that is not read.
Document too_large(Format format) {
  Document document{{}, format, std::nullopt, {}, {}};
  document.problems.push_back({0, "is larger than " + std::to_string(max_bytes_of(format) / kMiB) +
                                      " MiB, the most that is read of a client's file in " +
                                      std::string(name_of(format)) +
                                      "; move the servers to a file of their own and name it with --from"});
  return document;
}

}  // namespace

std::string_view name_of(Format format) {
  switch (format) {
    case Format::json: return "JSON";
    case Format::yaml: return "YAML";
    case Format::toml: return "TOML";
  }
  return "";
}

std::size_t max_bytes_of(Format format) {
  return format == Format::json ? 16 * kMiB : kMiB;
}

std::string too_deep(Format format, std::size_t max_levels) {
  return "cannot be read as " + std::string(name_of(format)) + ": nested more than " + std::to_string(max_levels) +
         " levels deep; remove what is here, or move the servers to a file of their own and name it with --from";
}

std::string too_many_values() {
  return "has more than " + std::to_string(kMaxValues) +
         " values, with those that aliases (*NAME) repeat; move the servers to a file of their own and name it with "
         "--from";
}

std::string in_one_line(std::string text) {
  const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

Document parse(std::string text, Format format) {
  if (text.size() > max_bytes_of(format)) return too_large(format);
  switch (format) {
    case Format::json: return parse_json(std::move(text));
    case Format::yaml: return parse_yaml(std::move(text));
    case Format::toml: break;
  }
  return parse_toml(std::move(text));
}

Format format_of(const std::filesystem::path& file, std::string_view text) {
  const std::string extension = file.extension().string();
  if (extension == ".yaml" || extension == ".yml") return Format::yaml;
  if (extension == ".toml") return Format::toml;
  const char first = first_sign(text);
  if (first == '{' || first == '"' || first == '\0') return Format::json;
  if (looks_like_toml(text)) return Format::toml;
  return first == '[' ? Format::json : Format::yaml;
}

Result<Document> read_document(const std::filesystem::path& file) {
  const std::size_t max_bytes = max_bytes_of(Format::json);
  auto text = config::read_text_file(file, max_bytes);
  std::error_code failed;
  if (!text && std::filesystem::file_size(file, failed) > max_bytes && !failed) return too_large(format_of(file, {}));
  if (!text) return text.error();
  const Format format = format_of(file, *text);
  return parse(*std::move(text), format);
}

}  // namespace workbench::client_files
