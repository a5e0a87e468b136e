#include "schema_repair/root_arguments.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "json/lookup.hpp"

namespace workbench::schema_repair {
namespace {

/// Bytes of an argument's own name that its description repeats.
constexpr std::size_t kMaxOwnName = 200;

/// The schemas in `$defs` and `definitions` of a root, by the references to them.
std::map<std::string, Json> named_schemas(const Json& root) {
  std::map<std::string, Json> named;
  for (const std::string_view place : {"$defs", "definitions"}) {
    const std::string prefix = "#/" + std::string(place) + "/";
    for (const JsonMember& one : json::members(json::member(root, place)))
      named.try_emplace(prefix + one.key, one.value);
  }
  return named;
}

/// The schema with a sentence at the end of its description; as it is if it is a reference, beside which not every API
/// allows one.
void write_described(const Json& schema, std::string_view sentence, JsonWriter& writer) {
  if (!json::member(schema, "$ref").is_absent()) {
    writer.value(schema);
    return;
  }
  std::string description = json::member_characters(schema, "description");
  description.append(description.empty() ? "" : " ").append(sentence);
  writer.object().raw_items(json::members_without(schema, [](std::string_view key) { return key == "description"; }));
  if (schema.text() == "false") writer.key("not").object().end();
  writer.member("description", description).end();
}

void write_alternatives(const std::vector<Json>& schemas, std::string_view sentence, JsonWriter& writer) {
  writer.object().key("anyOf").array();
  for (const Json& schema : schemas) writer.value(schema);
  writer.end();
  if (!sentence.empty()) writer.member("description", std::string(sentence));
  writer.end();
}

}  // namespace

RootArguments::RootArguments(const Json& root) {
  for (const JsonMember& own : json::members(json::member(root, "properties"))) {
    Argument& argument = listed(own.key);
    if (!argument.is_of_root) argument.schemas.push_back(own.value);
    argument.is_of_root = true;
  }
  for (const Json& name : json::elements(json::member(root, "required"))) require(name);
  const std::map<std::string, Json> named = named_schemas(root);
  for (const std::string_view name : {"anyOf", "oneOf", "allOf"}) {
    add_branches(json::member(root, name), name == "allOf", named);
  }
  const Json anything("{}");
  for (const std::string& name : required_) {
    Argument& argument = listed(name);
    if (argument.schemas.empty()) argument.schemas.push_back(anything);
  }
}

RootArguments::Argument& RootArguments::listed(const std::string& name) {
  Argument& argument = arguments_[name];
  if (!std::exchange(argument.is_listed, true)) order_.push_back(name);
  return argument;
}

void RootArguments::add_branches(const Json& branches, bool hold_always, const std::map<std::string, Json>& named) {
  std::set<std::string> followed;
  for (const Json& branch : json::elements(branches)) {
    const auto target = named.find(json::member_characters(branch, "$ref"));
    if (target == named.end()) {
      add(branch, hold_always);
    } else if (followed.insert(target->first).second) {
      add(target->second, hold_always);
    }
  }
}

void RootArguments::add(const Json& branch, bool holds_always) {
  for (const JsonMember& described : json::members(json::member(branch, "properties"))) {
    Argument& argument = listed(described.key);
    if (argument.is_of_root) continue;  // that schema holds in any case
    if (argument.texts.insert(described.value.text()).second) argument.schemas.push_back(described.value);
  }
  if (!holds_always) return;
  for (const Json& name : json::elements(json::member(branch, "required"))) require(name);
}

void RootArguments::require(const Json& name) {
  std::string characters = json::characters(name);
  if (!std::exchange(arguments_[characters].is_required, true)) required_.push_back(std::move(characters));
}

void RootArguments::write(const ArgumentNames& names, JsonWriter& writer) const {
  std::map<std::string, std::string> shown;
  for (const auto& [name, own] : names) shown.emplace(own, name);
  writer.key("properties").object();
  for (const std::string& own : order_) {
    const std::vector<Json>& schemas = arguments_.at(own).schemas;
    const auto renamed = shown.find(own);
    const bool is_renamed = renamed != shown.end();
    const std::string sentence =
        is_renamed ? "The server calls it " + json::quoted(base::shortened(own, kMaxOwnName)) + "." : std::string();
    writer.key(is_renamed ? renamed->second : own);
    if (schemas.size() > 1) {
      write_alternatives(schemas, sentence, writer);
    } else if (is_renamed) {
      write_described(schemas.front(), sentence, writer);
    } else {
      writer.value(schemas.front());
    }
  }
  writer.end();
  if (required_.empty()) return;
  writer.key("required").array();
  for (const std::string& own : required_) {
    const auto renamed = shown.find(own);
    writer.string(renamed == shown.end() ? own : renamed->second);
  }
  writer.end();
}

}  // namespace workbench::schema_repair
