#include "config/toolboxes_file/open_json.hpp"

#include <Poco/Exception.h>
#include <Poco/JSON/Parser.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "config/read_text_file.hpp"
#include "config/toolboxes_file/report.hpp"
#include "config/toolboxes_file/unusable_json.hpp"
#include "json/scanner.hpp"

namespace workbench::config {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} * 1024 * 1024;
constexpr std::size_t kMaxDepth = 100;  // what we read is 7 deep; Poco's own limit is 128
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kNameAFile = "name the toolboxes file with --config FILE or WORKBENCH_CONFIG, ";

Finding error(std::string text) {
  return {Finding::Severity::error, std::move(text)};
}

bool is_utf16(std::string_view text) {
  const std::string_view begin = text.substr(0, 2);
  return begin == "\xFF\xFE" || begin == "\xFE\xFF";
}

/// A comma in front of a closing bracket: where, if that is what the scanner stumbled over.
std::optional<std::size_t> trailing_comma(std::string_view text, std::size_t fault) {
  if (fault >= text.size() || (text[fault] != '}' && text[fault] != ']')) return std::nullopt;
  const std::size_t before = text.substr(0, fault).find_last_not_of(kBlanks);
  if (before == std::string_view::npos || text[before] != ',') return std::nullopt;
  return before;
}

Finding syntax_finding(const std::string& file, std::string_view text, const json::Fault& fault) {
  const std::string place = place_in(file, text, fault.offset);
  const std::string_view at_fault = text.substr(std::min(fault.offset, text.size()), 2);
  if (is_utf16(text)) return error(place + "this is UTF-16; save the file as UTF-8");
  if (at_fault == "//" || at_fault == "/*") return error(place + "a comment; JSON has no comments; remove it");
  if (const auto comma = trailing_comma(text, fault.offset)) {
    return error(place_in(file, text, *comma) + "a comma behind the last element; remove it");
  }
  return error(place + "cannot be read as JSON: " + std::string(fault.what) + "; mend it here or just before");
}

}  // namespace

std::variant<OpenedJson, Finding> open_json(const std::filesystem::path& file) {
  const std::string name = file.string();
  auto text = read_text_file(file, kMostBytes);
  if (!text) {
    return error(name + ": " + text.error().message + "; " + std::string(kNameAFile) +
                 "or create ./workbench-config.json");
  }
  if (text->find_first_not_of(kBlanks) == std::string::npos) {
    return error(name + ": is empty; " + std::string(kNameAFile) +
                 R"(or write into it {"toolboxes": {"NAME": {"description": "what it is for", "mcpServers": {}}}})");
  }
  if (const auto fault = json::check(*text, kMaxDepth)) return syntax_finding(name, *text, *fault);
  if (const auto unusable = find_unusable(*text)) {
    return error(place_in(name, *text, unusable->offset) + std::string(unusable->what));
  }
  const std::size_t first = text->find_first_not_of(kBlanks);
  if ((*text)[first] != '{') {  // Poco reads no other values than objects and arrays
    return error(place_in(name, *text, first) + R"($: must be an object; write {"toolboxes": {...}})");
  }
  try {
    Poco::JSON::Parser parser(new Poco::JSON::ParseHandler(true));  // true: members keep their order
    JsonNode root{parser.parse(*text), "$"};
    json::SourceLocations locations(*text);
    return OpenedJson{std::move(*text), std::move(locations), std::move(root)};
  } catch (const Poco::Exception& refusal) {
    return error(name + ": cannot be read as JSON (" + refusal.displayText() + "); report this, it is a defect");
  }
}

}  // namespace workbench::config
