#include "config/toolboxes_file/json_file.hpp"

#include <Poco/Exception.h>
#include <Poco/JSON/Array.h>
#include <Poco/JSON/Object.h>
#include <Poco/JSON/Parser.h>

#include <algorithm>
#include <cstddef>
#include <typeinfo>
#include <utility>

#include "config/toolboxes_file/usable_json.hpp"
#include "json/scanner.hpp"
#include "json/skip.hpp"

namespace workbench::config {
namespace {

using json::Fault;
using Poco::JSON::Array;
using Poco::JSON::Object;

constexpr std::size_t kMaxFileDepth = 100;  // the deepest valid file has 7 levels; Poco's own limit is 128
constexpr std::string_view kJsonBlanks = " \t\r\n";
constexpr std::string_view kNameAFile = "name the toolboxes file with --config FILE or WORKBENCH_CONFIG, ";

Finding error(std::string text) {
  return {Finding::Severity::error, std::move(text)};
}

Finding syntax_finding(const std::string& file, std::string_view text, const Fault& fault) {
  const std::string place = location(file, text, fault.offset);
  return error(place + "cannot be read as JSON: " + std::string(fault.what) + "; fix it here or just before");
}

std::vector<Finding> only_error(std::string text) {
  return {error(std::move(text))};
}

/// The format that the name of a file says, if it is another one than JSON; else empty.
std::string_view other_format_of(const std::string& file) {
  if (file.ends_with(".yaml") || file.ends_with(".yml")) return "YAML";
  return file.ends_with(".toml") ? "TOML" : "";
}

std::vector<Finding> syntax_findings(const std::string& file, std::string_view text, const Fault& fault) {
  if (const std::string_view format = other_format_of(file); !format.empty()) {
    return only_error(file + ": is " + std::string(format) +
                      ", and a toolboxes file is JSON; --check shows the corrected file");
  }
  return {syntax_finding(file, text, fault)};
}

}  // namespace

bool JsonNode::is_object() const {
  return value.type() == typeid(Object::Ptr);
}
bool JsonNode::is_array() const {
  return value.type() == typeid(Array::Ptr);
}
bool JsonNode::is_text() const {
  return value.isString();
}
bool JsonNode::is_flag() const {
  return value.isBoolean();
}
// Poco counts true and false among the integers.
bool JsonNode::is_integer() const {
  return value.isInteger() && !value.isBoolean();
}

std::string JsonNode::text() const {
  return value.extract<std::string>();
}

std::string_view JsonNode::kind() const {
  if (is_object()) return "an object";
  if (is_array()) return "an array";
  if (value.isEmpty()) return "null";
  if (is_text()) return "a string";
  if (is_flag()) return "true or false";
  return is_integer() ? "an integer" : "a number with a fraction or an exponent";
}

std::vector<JsonNode> JsonNode::elements() const {
  std::vector<JsonNode> elements;
  if (!is_array()) return elements;
  for (const Poco::Dynamic::Var& element : *value.extract<Array::Ptr>()) {
    elements.push_back({element, json::path_element(path, elements.size())});
  }
  return elements;
}

std::optional<JsonNode> JsonNode::member(const std::string& name) const {
  if (!is_object()) return std::nullopt;
  const auto object = value.extract<Object::Ptr>();
  if (!object->has(name)) return std::nullopt;
  return JsonNode{object->get(name), json::path_member(path, name)};
}

std::vector<JsonNodeMember> members_of(const JsonNode& object) {
  std::vector<JsonNodeMember> members;
  if (!object.is_object()) return members;
  for (const std::string& name : object.value.extract<Object::Ptr>()->getNames()) {
    members.push_back({name, *object.member(name)});
  }
  return members;
}

std::string_view name_of(json::ExtendedJson::Kind extension) {
  return extension == json::ExtendedJson::Kind::trailing_comma ? "a comma after the last element" : "a comment";
}

std::string_view sentence_about(json::ExtendedJson::Kind extension) {
  return extension == json::ExtendedJson::Kind::trailing_comma ? "a comma after the last element; remove it"
                                                               : "a comment; JSON has no comments; remove it";
}

std::variant<JsonFile, std::vector<Finding>> read_json_file(const std::filesystem::path& file, const FileReader& read) {
  const std::string name = file.string();
  auto text = read(file, kMaxFileBytes);
  if (!text && text.error().kind == ErrorKind::forbidden) return only_error(name + ": " + text.error().message);
  if (!text) {
    return only_error(name + ": " + text.error().message + "; " + std::string(kNameAFile) +
                      "or let \"mcp-workbench init\" write one");
  }
  if (text->find_first_not_of(kJsonBlanks) == std::string::npos) {
    return only_error(
        name + ": is empty; " + std::string(kNameAFile) +
        R"(or write into it {"toolboxes": {"NAME": {"description": "what it is for", "mcpServers": {}}}})");
  }
  json::ExtendedJson extended = json::without_extensions(*text);
  const std::string& plain = extended.plain;
  if (const auto fault = json::check(plain, kMaxFileDepth)) return syntax_findings(name, *text, *fault);
  if (const auto unusable = find_unusable(plain)) {
    return only_error(location(name, *text, unusable->offset) + std::string(unusable->what));
  }
  const std::size_t first = plain.find_first_not_of(kJsonBlanks);
  if (plain[first] != '{') {  // Poco reads no other values than objects and arrays
    return only_error(location(name, *text, first) + R"($: must be an object; write {"toolboxes": {...}})");
  }
  try {
    Poco::JSON::Parser parser(new Poco::JSON::ParseHandler(true));  // true: members keep their order
    JsonNode root{parser.parse(plain), "$"};
    json::SourceLocations locations(plain);
    if (!locations.is_complete()) {
      return only_error(name + ": has too many values below very long names; shorten the names or divide the file");
    }
    return JsonFile{*std::move(text), std::move(locations), std::move(root), std::move(extended.plain),
                    std::move(extended.extensions)};
  } catch (const Poco::Exception& exception) {
    return only_error(name + ": cannot be read as JSON (" + exception.displayText() +
                      "); please report this as a defect");
  }
}

std::string_view JsonFile::value_of_member(const std::string& path) const {
  const auto offset = locations.offset_of(path);
  if (!offset) return {};
  const char* const end = plain.data() + plain.size();
  bool is_escaped = false;
  const char* at = json::skip_string(plain.data() + *offset, end, is_escaped);
  const auto is_before_value = [](char byte) {
    return byte == ':' || kJsonBlanks.find(byte) != std::string_view::npos;
  };
  at = std::find_if_not(at, end, is_before_value);
  return {at, static_cast<std::size_t>(json::skip_value(at, end) - at)};
}

std::string location(const std::string& file, std::string_view text, std::size_t offset) {
  const json::LineColumn place = json::line_column(text, offset);
  return file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
}

}  // namespace workbench::config
