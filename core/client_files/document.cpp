#include "client_files/document.hpp"

#include <utility>

#include "config/config_file.hpp"
#include "json/source_locations.hpp"

namespace workbench::client_files {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{16} * 1024 * 1024;
constexpr std::string_view kBlanks = " \t\r\n";

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

/// Whether the first line that says anything is a table or a key of TOML.
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

}  // namespace

std::string_view name_of(Format format) {
  switch (format) {
    case Format::json: return "JSON";
    case Format::yaml: return "YAML";
    case Format::toml: return "TOML";
  }
  return "";
}

Document parse(std::string text, Format format) {
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
  auto text = config::read_text_file(file, kMaxBytes);
  if (!text) return text.error();
  const Format format = format_of(file, *text);
  return parse(*std::move(text), format);
}

std::string place(const std::filesystem::path& file, std::string_view text, std::size_t offset) {
  const json::LineColumn at = json::line_column(text, offset);
  return file.string() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
}

}  // namespace workbench::client_files
