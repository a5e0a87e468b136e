#include "loose_input.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "input.hpp"
#include "lean/first_sentence.hpp"

namespace meta_tools {

using workbench::Error;
using workbench::ErrorKind;
using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonKind;
using workbench::JsonMember;
using workbench::JsonWriter;
using workbench::Result;
using workbench::Toolboxes;
using workbench::ToolboxSummary;
using workbench::ToolIdentifier;

namespace {

/// In an error, longer parts of an identifier are cut, and longer arguments are not repeated.
constexpr std::size_t kMaxShownPart = 64;
constexpr std::size_t kMaxShownArguments = 200;

/// Inputs that are larger than a model writes, or have more members than any meaning, are not understood.
constexpr std::size_t kMaxInput = std::size_t{1024} * 1024;
constexpr std::size_t kMaxMembers = 64;
constexpr std::size_t kMaxToolInString = 10'000;

/// The members of an object. Absent if it is none, or is too large.
std::optional<std::vector<JsonMember>> members_of(const Json& object, const JsonAccess& json) {
  if (object.text().size() > kMaxInput || has_more_than(kMaxMembers, object)) return std::nullopt;
  auto members = json.members(object);
  return members ? std::optional(*std::move(members)) : std::nullopt;
}

/// The JSON object in a string; absent if there is none.
Json object_in(const std::string& text, const JsonAccess& json) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos || text[text.find_first_not_of(" \t\r\n")] != '{')
    return {};
  auto checked = json.checked(text);
  return checked && checked->kind() == JsonKind::object ? *std::move(checked) : Json();
}

/// Collects the three parts of an identifier, wherever they are in an input.
class Parts {
 public:
  explicit Parts(const JsonAccess& json) : json_(json) {}

  /// Adds a member of the input. False if it is not a part, or contradicts an earlier one.
  bool add(const JsonMember& member) {
    if (member.key == "tool") return add_tool(member.value);
    std::string* part = find_part(member.key);
    return part != nullptr && set(*part, member.value);
  }

  /// Adds the value of `tool`, an object or a string. False as above.
  bool add_tool(const Json& value) {
    if (value.kind() == JsonKind::object) return add_members(value);
    const auto text = short_text(value, json_, kMaxToolInString);
    if (!text) return false;
    const Json object = object_in(*text, json_);
    return object.is_absent() ? set(tool_, value) : add_members(object);
  }

  /// The identifier, with a path resolved. Absent if a part is missing, or if the path matches no server or several.
  [[nodiscard]] std::optional<ToolIdentifier> identifier(ServerPaths& servers) const {
    if (!toolbox_.empty() && !server_.empty() && !tool_.empty()) return ToolIdentifier{toolbox_, server_, tool_};
    if (!toolbox_.empty() || !server_.empty()) return std::nullopt;
    return servers.resolve(tool_);
  }

  /// The identifier as JSON, with placeholders for missing parts.
  [[nodiscard]] std::string shape(ServerPaths& servers) const {
    const ToolIdentifier known = identifier(servers).value_or(ToolIdentifier{toolbox_, server_, tool_});
    const auto shown = [](const std::string& part, std::string_view placeholder) {
      return part.empty() ? std::string(placeholder) : cut_at_word(part, kMaxShownPart);
    };
    JsonWriter writer;
    writer.object()
        .member("toolbox", shown(known.toolbox, "TOOLBOX"))
        .member("server", shown(known.server, "SERVER"))
        .member("tool", shown(known.tool, "TOOL"))
        .end();
    return std::move(writer).take();
  }

 private:
  bool add_members(const Json& object) {
    const auto members = members_of(object, json_);
    if (!members) return false;
    bool are_all_parts = true;
    for (const JsonMember& member : *members) {
      std::string* part = member.key == "tool" ? &tool_ : find_part(member.key);
      are_all_parts = part != nullptr && set(*part, member.value) && are_all_parts;
    }
    return are_all_parts;
  }

  std::string* find_part(const std::string& key) {
    if (key == "toolbox" || key == "toolbox_name") return &toolbox_;
    if (key == "server" || key == "source_server") return &server_;
    if (key == "name") return &tool_;
    return nullptr;
  }

  bool set(std::string& part, const Json& value) const {
    const auto text = short_text(value, json_);
    if (!text || is_blank(*text) || (!part.empty() && part != *text)) return false;
    part = *text;
    return true;
  }

  const JsonAccess& json_;
  std::string toolbox_;
  std::string server_;
  std::string tool_;
};

/// Whether a string has an empty JSON array.
bool has_empty_array(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos || text[begin] != '[') return false;
  const std::size_t end = text.find_first_not_of(kBlanks, begin + 1);
  if (end == std::string_view::npos || text[end] != ']') return false;
  return text.find_first_not_of(kBlanks, end + 1) == std::string_view::npos;
}

/// The arguments as an object, or as absent if there are none. Empty if they are something else.
std::optional<Json> loose_arguments(const Json& value, const JsonAccess& json) {
  if (value.kind() == JsonKind::object) return value;
  if (value.is_absent() || value.kind() == JsonKind::null) return Json();
  // What writes an empty object as an empty array, as PHP does.
  if (value.kind() == JsonKind::array && is_blank(value.text().substr(1, value.text().size() - 2))) return Json("{}");
  const auto text = json.characters(value);
  if (!text) return std::nullopt;
  if (is_blank(*text) || *text == "null") return Json();
  if (has_empty_array(*text)) return Json("{}");
  Json object = object_in(*text, json);
  if (object.is_absent()) return std::nullopt;
  return object;
}

}  // namespace

std::optional<ToolIdentifier> ServerPaths::resolve(std::string_view path) {
  if (!servers_) read();
  std::optional<ToolIdentifier> found;
  for (const Server& server : *servers_) {
    if (!path.starts_with(server.prefix) || path.size() == server.prefix.size()) continue;
    if (found) return std::nullopt;  // names may contain slashes
    found = ToolIdentifier{server.toolbox, server.name, std::string(path.substr(server.prefix.size()))};
  }
  return found;
}

void ServerPaths::read() {
  servers_.emplace();
  for (const ToolboxSummary& toolbox : toolboxes_.summaries()) {
    for (const std::string& server : toolbox.servers) {
      servers_->push_back({toolbox.name, server, toolbox.name + "/" + server + "/"});
    }
  }
}

Result<LooseCall> read_loose_call(const Json& input, const Toolboxes& toolboxes, const JsonAccess& json) {
  const auto invalid = [](std::string what) { return Error{ErrorKind::invalid_argument, std::move(what)}; };
  const auto members = members_of(input, json);
  if (!members) return invalid({});
  Parts parts(json);
  Json arguments;
  std::string unknown;  // the first member that is not a part of the identifier
  for (const JsonMember& member : *members) {
    if (member.key == "arguments") {
      if (!std::exchange(arguments, member.value).is_absent()) return invalid({});
    } else if (!parts.add(member) && unknown.empty()) {
      unknown = member.key;
    }
  }
  ServerPaths servers(toolboxes);
  auto tool = parts.identifier(servers);
  if (!tool || unknown == "tool") return invalid({});
  if (!unknown.empty())
    return invalid("Invalid parameters: Unrecognized key: '" + cut_at_word(unknown, kMaxShownPart) + "'");
  auto object = loose_arguments(arguments, json);
  if (!object) {
    return invalid("Invalid parameters: arguments: Expected object, received " + std::string(kind_name(arguments)));
  }
  return LooseCall{*std::move(tool), *std::move(object)};
}

std::optional<ToolIdentifier> read_loose_identifier(const Json& value, ServerPaths& servers, const JsonAccess& json) {
  Parts parts(json);
  if (!parts.add_tool(value)) return std::nullopt;
  return parts.identifier(servers);
}

std::string expected_shape(const Json& input, const Toolboxes& toolboxes, const JsonAccess& json) {
  Parts parts(json);
  std::string shown = "{...}";  // the only part that is not JSON
  if (const auto members = members_of(input, json)) {
    for (const JsonMember& member : *members) {
      if (member.key != "arguments") {
        static_cast<void>(parts.add(member));
        continue;
      }
      const auto arguments = loose_arguments(member.value, json);
      if (arguments && !arguments->is_absent() && arguments->text().size() <= kMaxShownArguments) {
        shown = std::string(arguments->text());
      }
    }
  }
  ServerPaths servers(toolboxes);
  return "{\"tool\":" + parts.shape(servers) + ",\"arguments\":" + shown + "}";
}

}  // namespace meta_tools
