#include "schema_repair/native_root.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "json/lookup.hpp"
#include "json/raw_string.hpp"
#include "json/reader.hpp"
#include "schema_repair/edits.hpp"
#include "schema_repair/references.hpp"
#include "schema_repair/root_arguments.hpp"
#include "schema_repair/schema_walk.hpp"

namespace workbench::schema_repair {
namespace {

/// Keywords that are refused at the root. If an argument has another name, they leave the root for every client,
/// because what they say holds for the server's names.
constexpr std::array<std::string_view, 5> kRefusedAtRoot{"anyOf", "oneOf", "allOf", "not", "enum"};

/// Keywords that name arguments, and leave the root only if one of these has another name.
constexpr std::array<std::string_view, 7> kNamingArguments{
    "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "propertyNames"};

/// Bytes of the keywords that a description repeats.
constexpr std::size_t kMaxRepeated = 1'000;

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& keywords, std::string_view key) {
  return std::find(keywords.begin(), keywords.end(), key) != keywords.end();
}

/// Whether a name at the root, which is not yet merged with others, is refused. None is of nearly all schemas.
bool has_refused_names(const Json& schema) {
  for (json::MemberReader member(schema.text()); member.next();) {
    if (member.key().equals("properties")) {
      for (json::MemberReader property(member.value()); property.next();) {
        if (!is_native_argument_name(property.key().decoded())) return true;
      }
    } else if (member.key().equals("required")) {
      for (json::ElementReader name(member.value()); name.next();) {
        if (!is_native_argument_name(json::raw_string_of(name.value()).decoded())) return true;
      }
    }
  }
  return false;
}

/// A name in `$defs` that is free. A number keeps it short, because every redirected reference repeats it.
std::string free_place(const Json& definitions) {
  const std::string wanted = "arguments";
  std::set<std::string> taken;
  for (json::MemberReader member(definitions.text()); member.next();) {
    std::string name = member.key().decoded();
    if (name.starts_with(wanted)) taken.insert(std::move(name));
  }
  std::string place = wanted;
  for (int number = 2; taken.count(place) > 0; ++number) place = wanted + "_" + std::to_string(number);
  return place;
}

/// Rewrites the root of one schema.
class RootRewrite {
 public:
  explicit RootRewrite(const Json& definition)
      : definition_(definition),
        schema_(json::member(definition, "inputSchema")),
        place_(free_place(json::member(schema_, "$defs"))),
        names_(names_in(schema_)) {
    for (const auto& [name, own] : names_) shown_.emplace(own, name);
  }

  void run(NativeDraft& draft) && {
    const std::string moved = moved_members(schema_);
    const Json redirected = with_redirected_references();
    JsonWriter writer(definition_.text().size() + kMaxRepeated);
    if (moved.empty()) {
      writer.object().raw_items(
          json::members_without(definition_, [](std::string_view key) { return key == "inputSchema"; }));
    } else {
      writer.object().raw_items(json::members_without(
          definition_, [](std::string_view key) { return key == "inputSchema" || key == "description"; }));
      writer.member("description", description_with(moved));
    }
    writer.member("inputSchema", rewritten(json::member(redirected, "inputSchema"))).end();
    draft.definition = std::move(writer).json();
    draft.own_names = std::move(names_);
  }

 private:
  static ArgumentNames names_in(const Json& schema) { return RootArguments(schema).native_names(); }

  [[nodiscard]] bool is_moved(std::string_view key) const {
    return is_one_of(kRefusedAtRoot, key) || (!names_.empty() && is_one_of(kNamingArguments, key));
  }
  [[nodiscard]] std::string moved_members(const Json& schema) const {
    return json::members_without(schema, [this](std::string_view key) { return !is_moved(key); });
  }

  [[nodiscard]] std::string description_with(const std::string& moved) const {
    std::string text = json::member_characters(definition_, "description");
    text.append(text.empty() ? "" : "\n\n").append("Besides, the arguments must match the JSON Schema ");
    return text + base::shortened("{" + moved + "}", kMaxRepeated);
  }

  /// The definition with other references where something else is at their targets, or will be.
  Json with_redirected_references() {
    const Tree tree(definition_.text());
    Edits edits;
    for_each_schema(tree, tree.member(Tree::kRoot, "inputSchema"), [&](const PlacedSchema& placed) {
      const NodeId reference = placed.is_of_root ? tree.member(placed.schema, "$ref") : kNoNode;
      if (reference == kNoNode || tree.kind(reference) != JsonKind::string) return;
      const std::string written = tree.characters(reference);
      std::string redirected = redirect(written);
      if (redirected != written) edits.replace(reference, json::quoted(redirected));
    });
    return edits.empty() ? definition_ : Json(edits.applied_to(tree));
  }

  std::string redirect(const std::string& reference) {
    if (!reference.starts_with("#/")) return reference;
    const std::string_view path = std::string_view(reference).substr(2);
    const std::string_view first = path.substr(0, path.find('/'));
    if (is_moved(first)) {
      has_targets_ = true;
      return "#/$defs/" + place_ + "/" + std::string(path);
    }
    if (first != "properties" || first.size() == path.size()) return reference;
    const std::string_view rest = path.substr(first.size() + 1);
    const std::string_view second = rest.substr(0, rest.find('/'));
    const auto renamed = shown_.find(unescaped_pointer_step(second));
    if (renamed == shown_.end()) return reference;
    return "#/properties/" + renamed->second + std::string(rest.substr(second.size()));
  }

  /// What references lead into stays, in `$defs`.
  [[nodiscard]] Json rewritten(const Json& schema) const {
    JsonWriter writer(schema.text().size() + 128);
    writer.object().raw_items(json::members_without(schema, [this](std::string_view key) {
      return is_moved(key) || key == "properties" || key == "required" || (has_targets_ && key == "$defs");
    }));
    if (has_targets_) {
      writer.key("$defs").object();
      writer.raw_items(json::members_without(json::member(schema, "$defs"), [](std::string_view) { return false; }));
      writer.key(place_).object().raw_items(moved_members(schema)).end().end();
    }
    RootArguments(schema).write(names_, writer);
    return std::move(writer.end()).json();
  }

  const Json definition_;
  const Json schema_;
  const std::string place_;  // in `$defs`
  ArgumentNames names_;
  std::map<std::string, std::string> shown_;  // by the server's names
  bool has_targets_ = false;                  // of references, among what is moved
};

}  // namespace

bool has_keywords_that_models_refuse(const Json& schema) {
  for (json::MemberReader member(schema.text()); member.next();) {
    if (is_one_of(kRefusedAtRoot, member.key().decoded())) return true;
  }
  return false;
}

void rewrite_root(NativeDraft& draft) {
  const Json schema = json::member(draft.definition, "inputSchema");
  if (schema.kind() != JsonKind::object) return;
  const bool is_for_models = draft.reader == NativeReader::host_of_models;
  const bool has_keywords = is_for_models && has_keywords_that_models_refuse(schema);
  if (has_keywords || has_refused_names(schema)) RootRewrite(draft.definition).run(draft);
}

}  // namespace workbench::schema_repair
