#include "config/toolboxes_file/values.hpp"

#include <algorithm>
#include <utility>

#include "base/visible_text.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/value_ranges.hpp"
#include "config/variables.hpp"

namespace workbench::config {
namespace {

template <typename T>
std::optional<Options::Value> as_value(std::optional<T> read) {
  if (!read) return std::nullopt;
  return Options::Value(std::move(*read));
}

std::optional<std::string> read_path(const JsonNode& node, Reading& reading) {
  std::optional<std::string> path = read_text(node, reading);
  if (!path || path->empty() || path->starts_with(kFolderMark) || path->starts_with(kRootMark)) return path;
  return (reading.folder / *path).string();  // an absolute path replaces the folder
}

/// Adds the three texts of one mount. False: it has an error, which is reported.
bool read_mount(const JsonNode& node, Options::TextList& texts, Reading& reading) {
  static const std::vector<std::string> kNames{"from", "to", "write"};
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"from": "/a", "to": "/b"})", reading);
    return false;
  }
  const std::size_t errors_before = reading.report.errors();
  for (const JsonNodeMember& member : members_of(node)) {
    if (std::find(kNames.begin(), kNames.end(), member.name) != kNames.end()) continue;
    reading.report.error(member.node.path, "unknown key; " + suggestion(member.name, kNames));
  }
  const auto from = node.member("from");
  const auto to = node.member("to");
  if (!from || !to) {
    reading.report.error(node.path, "needs \"from\", a path on this machine, and \"to\", a path in the container");
    return false;
  }
  const auto write = node.member("write");
  const auto source = read_path(*from, reading);
  const auto target = read_text(*to, reading);
  const bool is_written = write && read_flag(*write, reading).value_or(false);
  if (!source || !target || reading.report.errors() != errors_before) return false;
  texts.insert(texts.end(), {*source, *target, is_written ? "write" : "read"});
  return true;
}

std::optional<Options::TextList> read_mount_list(const JsonNode& node, Reading& reading) {
  if (!node.is_array()) {
    report_wrong_type(node, "an array of objects", R"(write [{"from": "/a", "to": "/b"}])", reading);
    return std::nullopt;
  }
  Options::TextList texts;
  bool is_good = true;
  for (const JsonNode& element : node.elements()) is_good = read_mount(element, texts, reading) && is_good;
  return is_good ? std::optional(std::move(texts)) : std::nullopt;
}

std::optional<Options::Value> read_by_type(const JsonNode& node, OptionType type, Reading& reading) {
  switch (type) {
    case OptionType::text: return as_value(read_text(node, reading));
    case OptionType::path: return as_value(read_path(node, reading));
    case OptionType::number: return as_value(read_number(node, reading));
    case OptionType::flag: return as_value(read_flag(node, reading));
    case OptionType::text_list: return as_value(read_text_list(node, reading));
    case OptionType::text_map: return as_value(read_text_map(node, reading));
    case OptionType::number_map: return as_value(read_number_map(node, reading));
    case OptionType::mount_list: return as_value(read_mount_list(node, reading));
  }
  return std::nullopt;
}

/// `${NAME}` of a variable that is not set and that the entry sets for its server can mean only that the server
/// replaces it, as in the files of clients that pass such texts on: it becomes `$${NAME}`.
std::string with_names_of_server_kept(std::string text, const JsonNode& node, Reading& reading) {
  for (const std::string& name : reading.names_of_server) {
    if (!is_variable_name(name) || reading.environment(name)) continue;
    const std::string reference = "${" + name + "}";
    bool is_kept = false;
    for (std::size_t at = 0; (at = text.find(reference, at)) != std::string::npos; at += reference.size()) {
      if (at > 0 && text[at - 1] == '$') continue;  // it is escaped already
      text.insert(at++, 1, '$');
      is_kept = true;
    }
    if (!is_kept) continue;
    reading.report.note(node.path, "variable " + name +
                                       " is not set, and the entry sets it for its server, which gets " + reference +
                                       " as it is; write $" + reference + " to say so");
  }
  return text;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

void report_wrong_type(const JsonNode& node, std::string_view expected, std::string_view remedy, Reading& reading) {
  reading.report.error(
      node.path,
      std::string("must be ").append(expected).append(", not ").append(node.kind()).append("; ").append(remedy));
}

std::optional<std::string> read_text(const JsonNode& node, Reading& reading) {
  if (!node.is_text()) {
    const bool is_scalar = !node.is_object() && !node.is_array() && !node.value.isEmpty();
    report_wrong_type(node, "a string", is_scalar ? "put it in quotes" : "write text in quotes", reading);
    return std::nullopt;
  }
  const SecretReader secrets = [&](std::string_view reference) {
    return read_secret(reference, reading.folder, &reading.files, reading.read_file);
  };
  const SecretReader inputs = [&](std::string_view reference) {
    return reading.inputs.value_of(reference.substr(kInput.size()));
  };
  const std::string text = with_names_of_server_kept(node.text(), node, reading);
  Expansion expansion = expand_variables(text, reading.environment, secrets, inputs, reading.client_references);
  for (const std::string& problem : expansion.problems) reading.report.error(node.path, problem);
  if (!expansion.problems.empty()) return std::nullopt;
  return std::move(expansion.text);
}

std::optional<bool> read_flag(const JsonNode& node, Reading& reading) {
  if (node.is_flag()) return node.value.extract<bool>();
  report_wrong_type(node, "true or false", "write true or false, without quotes", reading);
  return std::nullopt;
}

std::optional<std::int64_t> read_number(const JsonNode& node, Reading& reading) {
  if (node.is_integer()) return node.value.convert<std::int64_t>();
  report_wrong_type(node, "an integer", "write digits, without quotes, fraction or exponent", reading);
  return std::nullopt;
}

std::optional<std::string> read_visible_text(const JsonNode& node, Reading& reading) {
  auto text = read_text(node, reading);
  if (!text || base::is_visible(*text)) return text;
  reading.report.note(node.path, "has characters that cannot be seen; agents read: " + base::visible_line(*text));
  return base::visible_text(*text);
}

std::optional<Options::TextList> read_text_list(const JsonNode& node, Reading& reading) {
  if (!node.is_array()) {
    report_wrong_type(node, "an array of strings", R"(write ["..."], one string for each element)", reading);
    return std::nullopt;
  }
  Options::TextList list;
  const auto elements = node.elements();
  for (const JsonNode& element : elements) {
    if (auto text = read_text(element, reading)) list.push_back(std::move(*text));
  }
  if (list.size() != elements.size()) return std::nullopt;
  return list;
}

std::vector<std::string> read_required_scopes(const JsonNode& node, Reading& reading) {
  const auto is_scope = [](std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~' && c != '"' && c != '\\'; });
  };
  if (!node.is_array()) {
    report_wrong_type(node, "an array of strings", R"(write ["..."], one string for each scope)", reading);
    return {};
  }
  std::vector<std::string> scopes;
  for (const JsonNode& element : node.elements()) {
    auto text = read_text(element, reading);
    if (!text) continue;
    if (is_scope(*text)) {
      scopes.push_back(*std::move(text));
    } else {
      reading.report.error(element.path, "is not the name of a scope; write one without blanks, like \"mcp:prod\"");
    }
  }
  return scopes;
}

std::optional<Options::TextMap> read_text_map(const JsonNode& node, Reading& reading) {
  if (!node.is_object()) {
    report_wrong_type(node, "an object of strings", R"(write {"NAME": "value"})", reading);
    return std::nullopt;
  }
  Options::TextMap map;
  const auto members = members_of(node);
  for (const JsonNodeMember& member : members) {
    if (member.name.empty()) {
      reading.report.error(member.node.path, "an empty name; give it a name or remove it");
    } else if (auto text = read_text(member.node, reading)) {
      map.emplace_back(member.name, std::move(*text));
    }
  }
  if (map.size() != members.size()) return std::nullopt;
  return map;
}

std::optional<Options::NumberMap> read_number_map(const JsonNode& node, Reading& reading) {
  if (!node.is_object()) {
    report_wrong_type(node, "an object of integers", R"(write {"NAME": 1})", reading);
    return std::nullopt;
  }
  Options::NumberMap map;
  const auto members = members_of(node);
  for (const JsonNodeMember& member : members) {
    if (const auto number = read_number(member.node, reading)) map.emplace_back(member.name, *number);
  }
  if (map.size() != members.size()) return std::nullopt;
  return map;
}

std::optional<std::chrono::milliseconds> read_time_limit(const JsonNode& node, Reading& reading, std::int64_t least) {
  const auto number = read_number(node, reading);
  if (!number) return std::nullopt;
  if (*number >= least && *number <= kMaxTimeLimitMs) return std::chrono::milliseconds(*number);
  reading.report.error(node.path, "must be from " + std::to_string(least) + " to " + std::to_string(kMaxTimeLimitMs) +
                                      " milliseconds, not " + std::to_string(*number) +
                                      "; change it, or remove it for the default");
  return std::nullopt;
}

std::optional<Options::Value> read_option(const JsonNode& node, const OptionDescription& description,
                                          Reading& reading) {
  auto value = read_by_type(node, description.type, reading);
  const std::string* const text = value ? std::get_if<std::string>(&*value) : nullptr;
  if (text != nullptr && description.required && is_blank(*text)) {
    const bool was_blank = is_blank(node.text());
    reading.report.error(node.path, was_blank ? "must not be empty; give it a value"
                                              : "is empty after its variables are replaced; set them");
    return std::nullopt;
  }
  return value;
}

}  // namespace workbench::config
