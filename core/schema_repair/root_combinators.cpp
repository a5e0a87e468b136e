#include "schema_repair/root_combinators.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "json/lookup.hpp"
#include "schema_repair/repair.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::array<std::string_view, 3> kCombinators{"anyOf", "oneOf", "allOf"};

/// Bytes of the combinators that a description repeats.
constexpr std::size_t kMaxRepeated = 1'000;

bool is_combinator(std::string_view key) {
  return std::find(kCombinators.begin(), kCombinators.end(), key) != kCombinators.end();
}

/// Whether a reference leads into a combinator at the root, which then has to stay.
bool refers_into_combinators(std::string_view schema) {
  return std::any_of(kCombinators.begin(), kCombinators.end(), [&](std::string_view name) {
    return schema.find("\"#/" + std::string(name)) != std::string_view::npos;
  });
}

/// The schemas in `$defs` and `definitions` of a root, by the references to them: a schema may have many branches, and
/// each is looked up.
class NamedSchemas {
 public:
  explicit NamedSchemas(const Json& root) {
    for (const std::string_view place : {"$defs", "definitions"}) {
      for (const JsonMember& named : json::members(json::member(root, place))) {
        schemas_.try_emplace("#/" + std::string(place) + "/" + named.key, named.value);
      }
    }
  }

  /// The schema itself, or the one that it refers to; absent: there is none of that name.
  [[nodiscard]] Json resolved(const Json& schema) const {
    const std::string reference = json::member_characters(schema, "$ref");
    if (!reference.starts_with("#/$defs/") && !reference.starts_with("#/definitions/")) return schema;
    const auto found = schemas_.find(reference);
    return found == schemas_.end() ? Json() : found->second;
  }

 private:
  std::map<std::string, Json> schemas_;
};

/// The properties of the root of a schema, and what its combinators add to them.
class MergedProperties {
 public:
  explicit MergedProperties(const Json& root) {
    for (const JsonMember& own : json::members(json::member(root, "properties"))) {
      Property& property = find_or_add(own.key);
      if (!property.is_of_root) property.schemas.push_back(own.value);
      property.is_of_root = true;
    }
    for (const Json& name : json::elements(json::member(root, "required"))) require(name);
    const NamedSchemas named(root);
    for (const std::string_view name : kCombinators) {
      for (const Json& branch : json::elements(json::member(root, name))) add(named.resolved(branch), name == "allOf");
    }
  }

  void write(JsonWriter& writer) const {
    writer.key("properties").object();
    for (const std::string& name : order_) {
      const std::vector<Json>& schemas = properties_.at(name).schemas;
      writer.key(name);
      if (schemas.size() == 1) {
        writer.value(schemas.front());
        continue;
      }
      writer.object().key("anyOf").array();
      for (const Json& schema : schemas) writer.value(schema);
      writer.end().end();
    }
    writer.end();
    if (required_.empty()) return;
    writer.key("required").array();
    for (const std::string& name : required_) writer.string(name);
    writer.end();
  }

 private:
  struct Property {
    std::vector<Json> schemas;
    std::set<std::string_view> texts;  // of `schemas`, in their memory
    bool is_of_root = false;
  };

  Property& find_or_add(const std::string& name) {
    const auto [found, is_new] = properties_.try_emplace(name);
    if (is_new) order_.push_back(name);
    return found->second;
  }

  void add(const Json& branch, bool holds_always) {
    for (const JsonMember& described : json::members(json::member(branch, "properties"))) {
      Property& property = find_or_add(described.key);
      if (property.is_of_root) continue;  // that schema holds in any case
      if (property.texts.insert(described.value.text()).second) property.schemas.push_back(described.value);
    }
    if (!holds_always) return;
    for (const Json& name : json::elements(json::member(branch, "required"))) require(name);
  }

  void require(const Json& name) {
    std::string characters = json::characters(name);
    if (required_names_.insert(characters).second) required_.push_back(std::move(characters));
  }

  std::map<std::string, Property> properties_;
  std::vector<std::string> order_;
  std::vector<std::string> required_;
  std::set<std::string> required_names_;  // the same
};

Json merged(const Json& schema) {
  JsonWriter writer(schema.text().size());
  writer.object().raw_items(json::members_without(
      schema, [](std::string_view key) { return is_combinator(key) || key == "properties" || key == "required"; }));
  MergedProperties(schema).write(writer);
  writer.end();
  return std::move(writer).json();
}

std::string description_of(const Json& definition, const Json& schema) {
  std::string text = json::member_characters(definition, "description");
  const std::string combinators =
      json::members_without(schema, [](std::string_view key) { return !is_combinator(key); });
  text.append(text.empty() ? "" : "\n\n").append("Besides, the arguments must match the JSON Schema ");
  return text + base::shortened("{" + combinators + "}", kMaxRepeated);
}

}  // namespace

Json without_root_combinators(const Json& definition) {
  const bool may_have_any = definition.text().find("Of\"") != std::string_view::npos;
  if (!may_have_any || definition.text().size() > kMaxDefinitionBytes) return definition;
  const Json schema = json::member(definition, "inputSchema");
  std::array<Json, kCombinators.size()> found;
  json::pick_members(schema, kCombinators, found);
  const bool has_any = std::any_of(found.begin(), found.end(), [](const Json& one) { return !one.is_absent(); });
  if (!has_any || refers_into_combinators(definition.text())) return definition;
  JsonWriter writer(definition.text().size() + kMaxRepeated);
  writer.object().raw_items(json::members_without(
      definition, [](std::string_view key) { return key == "inputSchema" || key == "description"; }));
  writer.member("description", description_of(definition, schema)).member("inputSchema", merged(schema)).end();
  return std::move(writer).json();
}

}  // namespace workbench::schema_repair
