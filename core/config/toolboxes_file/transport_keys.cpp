#include "config/toolboxes_file/transport_keys.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/contains.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

using Descriptions = std::vector<OptionDescription>;

const OptionDescription* find_description(const Descriptions& descriptions, std::string_view name) {
  const auto found = std::find_if(descriptions.begin(), descriptions.end(),
                                  [&](const OptionDescription& description) { return description.name == name; });
  return found == descriptions.end() ? nullptr : &*found;
}

bool has_reference(const JsonNode& node) {
  return node.is_text() && node.text().find("${") != std::string::npos;
}

/// A text, or a list of texts, with references as they are written. Absent: it has none, or is something else.
std::optional<Options::Value> text_with_references(const JsonNode& node) {
  if (has_reference(node)) return Options::Value(node.text());
  const std::vector<JsonNode> elements = node.elements();
  if (std::none_of(elements.begin(), elements.end(), has_reference)) return std::nullopt;
  Options::TextList texts;
  for (const JsonNode& element : elements) texts.push_back(element.is_text() ? element.text() : std::string());
  return Options::Value(std::move(texts));
}

}  // namespace

TransportKeys::TransportKeys(const std::string& transport, const JsonNode& entry, Options& options, Reading& reading)
    : transport_(transport),
      entry_(entry),
      options_(options),
      reading_(reading),
      descriptions_(reading.vocabulary.transports.at(transport)) {}

/// Sets an option, with marks for its references to the client.
void TransportKeys::set_option(const std::string& name, const JsonNode& node, const OptionDescription& description) {
  reading_.client_references = ClientReferences::are_marked;
  const auto env = entry_.member("env");
  if (env && name != "env") {
    for (const JsonNodeMember& variable : members_of(*env)) reading_.names_of_server.push_back(variable.name);
  }
  if (auto value = read_option(node, description, reading_)) options_.set(name, std::move(*value));
  if (auto written = text_with_references(node)) written_.insert_or_assign(name, *std::move(written));
  reading_.client_references = ClientReferences::stay;
  reading_.names_of_server.clear();
}

bool TransportKeys::read(const std::string& name, const JsonNode& node) {
  if (const OptionDescription* const description = find_description(descriptions_, name)) {
    set_option(name, node, *description);
  } else if (has_members(name)) {
    read_group(name, node);
  } else {
    return false;
  }
  return true;
}

bool TransportKeys::has_members(const std::string& name) const {
  return std::any_of(descriptions_.begin(), descriptions_.end(),
                     [&](const auto& one) { return one.name.starts_with(name + "."); });
}

void TransportKeys::read_group(const std::string& name, const JsonNode& node) {
  if (!node.is_object()) return report_wrong_type(node, "an object", "write {\"...\": ...}", reading_);
  for (const JsonNodeMember& member : members_of(node)) {
    const std::string option = name + "." + member.name;
    if (const OptionDescription* const description = find_description(descriptions_, option)) {
      set_option(option, member.node, *description);
    } else if (has_members(option)) {
      read_group(option, member.node);
    } else {
      reading_.report.error(member.node.path, "unknown key; " + suggestion(member.name, members_of_group(name)));
    }
  }
}

std::vector<std::string> TransportKeys::members_of_group(const std::string& name) const {
  std::vector<std::string> members;
  for (const OptionDescription& description : descriptions_) {
    if (!description.name.starts_with(name + ".")) continue;
    const std::string rest = description.name.substr(name.size() + 1);
    const std::string member = rest.substr(0, rest.find('.'));
    if (!base::contains(members, member)) members.push_back(member);
  }
  return members;
}

void TransportKeys::report_unknown(const std::string& name, const JsonNode& node) {
  const auto known = known_keys();
  const auto misnomer = usual_misnomer(name);
  const bool is_misnomer = misnomer && base::contains(known, *misnomer);
  if (const auto owner = transport_with(name)) {
    is_for_another_transport_ = true;
    reading_.report.error(node.path, "belongs to the transport " + json::quoted(*owner) +
                                         "; add \"transport\": " + json::quoted(*owner) + ", or remove the key");
  } else if (is_address_key(name) && !is_misnomer) {
    is_for_another_transport_ = true;
    reading_.report.error(node.path,
                          "no loaded plugin provides a transport to a network address; name one that does in "
                          "plugins.load, or remove this server");
  } else {
    const std::string meant = is_misnomer ? std::string(*misnomer) : closest_match(name, known).value_or("");
    suggested_.push_back(meant);
    reading_.report.error(node.path, "unknown key; " + (meant.empty() ? suggestion(name, known)
                                                                      : "did you mean " + json::quoted(meant) + "?"));
  }
}

/// Another transport that has an option of this name.
std::optional<std::string> TransportKeys::transport_with(const std::string& option) const {
  for (const auto& [name, descriptions] : reading_.vocabulary.transports) {
    if (find_description(descriptions, option) != nullptr) return name;
  }
  return std::nullopt;
}

std::vector<std::string> TransportKeys::known_keys() const {
  std::vector<std::string> keys;
  for (const OptionDescription& description : descriptions_) keys.push_back(description.name);
  for (const std::string& key : names_of_keys(KeyPlace::server)) {
    keys.push_back(key);
  }
  return keys;
}

bool TransportKeys::has_option(std::string_view name) const {
  return find_description(descriptions_, name) != nullptr;
}

bool TransportKeys::takes_env() const {
  const OptionDescription* const env = find_description(descriptions_, "env");
  return env != nullptr && env->type == OptionType::text_map;
}

void TransportKeys::check_required() const {
  if (is_for_another_transport_) return;
  for (const OptionDescription& description : descriptions_) {
    const std::string& name = description.name;
    if (!description.required || entry_.member(name) || base::contains(suggested_, name)) continue;
    reading_.report.error(entry_.path, json::quoted(name) + " is missing; add it: " + description.description);
  }
}

void TransportKeys::check_by_transport(bool may_doubt) const {
  const auto& check = reading_.vocabulary.check_server;
  for (const OptionError& error : check ? check(transport_, options_) : std::vector<OptionError>{}) {
    reading_.report.error(path_of(error), error.message);
  }
  if (!reading_.vocabulary.doubt_server || !may_doubt) return;
  for (const OptionError& doubt : reading_.vocabulary.doubt_server(transport_, options_)) {
    reading_.report.note(path_of(doubt), doubt.message);
  }
}

/// The path of the innermost member that the entry has.
std::string TransportKeys::path_of(const OptionError& error) const {
  JsonNode node = entry_;
  for (std::string_view rest = error.option; !rest.empty();) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    const auto member = node.member(std::string(rest.substr(0, dot)));
    if (!member) break;
    node = *member;
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return node.path;
}

}  // namespace workbench::config
