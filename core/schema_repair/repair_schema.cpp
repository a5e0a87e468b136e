#include "schema_repair/repair_schema.hpp"

#include <algorithm>
#include <bitset>
#include <utility>

#include "json/escape.hpp"
#include "schema_repair/schema_repairer.hpp"

namespace workbench::schema_repair {
namespace {

bool is_anchor_name(std::string_view name) {
  const auto is_letter = [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
  };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char byte) {
    return is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '-' || byte == '.';
  });
}

}  // namespace

SchemaRepairer::SchemaRepairer(const Tree& tree, NodeId root, SchemaRole use)
    : tree_(tree), use_(use), references_(tree), seen_(tree.size()) {
  check_dialect(root);
  enter(root, {root, root, true});
}

Findings SchemaRepairer::repair() && {
  for (std::size_t followed = 0; !findings_.fault;) {
    if (!jobs_.empty()) {
      const Job job = jobs_.back();
      jobs_.pop_back();
      look_at(job);
    } else if (followed != met_.size()) {
      const Met met = met_[followed++];
      follow(met);
    } else {
      break;
    }
  }
  if (const auto circle = references_.circle(); circle && !findings_.fault)
    fail(*circle, "refers to nothing but itself");
  return std::move(findings_);
}

void SchemaRepairer::check_dialect(NodeId root) {
  const NodeId declared = tree_.member(root, "$schema");
  if (declared == kNowhere) return;
  if (tree_.kind(declared) != JsonKind::string) return drop(declared, "was not a string; it is left out");
  const std::string uri = characters(declared);
  const auto dialect = find_dialect(uri);
  if (!dialect) return drop(declared, "was " + shown(uri) + ", a dialect that validators do not know; it is left out");
  dialect_ = *dialect;
  const std::string_view known = raw_string_of(*dialect);
  const auto without_fragment = [](std::string_view name) { return name.substr(0, name.find('#')); };
  if (without_fragment(uri) == without_fragment(known)) return;
  const bool is_old = *dialect < Dialect::draft_07;
  change(declared, json::quoted(known),
         is_old ? std::string("was ")
                      .append(name_of(*dialect))
                      .append(", which validators no longer know; it is draft-07 now")
                : "was spelled in a way that validators do not know");
}

void SchemaRepairer::look_at(Job job) {
  if (tree_.kind(job.schema) == JsonKind::boolean) return;
  if (tree_.kind(job.schema) != JsonKind::object)
    return fail(job.schema, "is no schema, which is an object or a boolean");
  enter_resource(job.schema, job);
  std::bitset<kKeywords> had;
  for (NodeId member = tree_[job.schema].first_child; member != kNowhere; member = tree_[member].next) {
    const Keyword keyword = find_keyword(tree_[member].key);
    if (keyword.shape == Shape::none || had[keyword.index]) continue;
    had.set(keyword.index);
    if (tree_.kind(member) == JsonKind::null && keyword.shape != Shape::type) {
      drop(member, "was null, which it cannot be; it is left out");
    } else {
      look_at(member, keyword.shape, job);
    }
    if (findings_.fault) return;
  }
}

void SchemaRepairer::look_at(NodeId member, Shape shape, const Job& job) {
  switch (shape) {
    case Shape::none: return;
    case Shape::schema: {
      const json::RawString key = tree_[member].key;
      const bool turns = key.equals("not") || key.equals("if");
      return enter(member, {job.schema, job.resource, job.may_loosen && !turns});
    }
    case Shape::items: return check_items(member, job);
    case Shape::other_items: return check_other_items(member, job);
    case Shape::schemas: {
      const bool counts = tree_[member].key.equals("oneOf");
      return enter_all(member, JsonKind::array, {job.schema, job.resource, job.may_loosen && !counts});
    }
    case Shape::named_schemas: return enter_all(member, JsonKind::object, job);
    case Shape::by_pattern: check_patterns(member); return enter_all(member, JsonKind::object, job);
    case Shape::dependencies: return check_dependencies(member, job);
    case Shape::named_names: return check_named_names(member);
    case Shape::names: return check_names(member, job);
    case Shape::type: return check_type(member);
    case Shape::values: return check_values(member, job);
    case Shape::number: return check_number(member, job);
    case Shape::strict_limit: return check_strict_limit(member, job);
    case Shape::flag:
      if (tree_.kind(member) != JsonKind::boolean) loosen(member, "was not a boolean; it is left out", job);
      return;
    case Shape::text:
      if (tree_.kind(member) != JsonKind::string) loosen(member, "was not a string; it is left out", job);
      return;
    case Shape::pattern: return check_pattern_text(member, job);
    case Shape::reference:
    case Shape::dynamic_reference: met_.push_back({job.schema, member, job.resource}); return;
    case Shape::old_identifier: return check_old_identifier(member);
    case Shape::nullable: return check_nullable(member, job);
    case Shape::identifier:
    case Shape::anchor: return;  // enter_resource has seen them
  }
}

void SchemaRepairer::enter(NodeId schema, const Job& from) {
  if (seen_[schema]) return;
  seen_[schema] = true;
  jobs_.push_back({schema, from.resource, from.may_loosen});
}

void SchemaRepairer::enter_all(NodeId members, JsonKind kind, const Job& from) {
  if (tree_.kind(members) != kind) {
    return fail(members, kind == JsonKind::object ? "is not an object of schemas" : "is not an array of schemas");
  }
  for (NodeId child = tree_[members].first_child; child != kNowhere; child = tree_[child].next) enter(child, from);
}

void SchemaRepairer::enter_resource(NodeId schema, Job& job) {
  const NodeId old = dialect_ == Dialect::draft_04 ? tree_.member(schema, "id") : kNowhere;
  const NodeId present = tree_.member(schema, "$id");
  const NodeId identifier = present != kNowhere ? present : old;
  if (identifier != kNowhere && tree_.kind(identifier) == JsonKind::string) {
    const std::string id = characters(identifier);
    const bool is_anchor = id.size() > 1 && id.front() == '#';
    if (!id.empty() && id != "#" && !is_anchor) job.resource = schema;
    const bool is_new = is_anchor                ? references_.name_anchor(job.resource, id.substr(1), schema)
                        : job.resource == schema ? references_.name_resource(id, schema)
                                                 : true;
    if (!is_new) return fail(identifier, "is the name of another schema already");
  } else if (present != kNowhere && tree_.kind(present) != JsonKind::null) {
    drop(present, "was not a string; it is left out");
  }
  for (const std::string_view name : {"$anchor", "$dynamicAnchor"}) {
    const NodeId anchor = tree_.member(schema, name);
    if (anchor == kNowhere || tree_.kind(anchor) != JsonKind::string) continue;
    const std::string text = characters(anchor);
    if (!is_anchor_name(text)) {
      drop(anchor, "was " + shown(text) + ", which cannot be referred to; it is left out");
    } else if (!references_.name_anchor(job.resource, text, schema)) {
      return fail(anchor, "is the name of another schema already");
    }
  }
}

void SchemaRepairer::follow(const Met& met) {
  if (tree_.kind(met.reference) != JsonKind::string) return fail(met.reference, "is not a string");
  const std::string reference = characters(met.reference);
  const bool is_dynamic = !tree_[met.reference].key.equals("$ref");
  const References::Target target = references_.find(reference, met.resource);
  if (target.is_elsewhere || (is_dynamic && !reference.starts_with('#'))) {
    const std::string what = "refers to another document, " + shown(reference) + ", which is not fetched";
    if (use_ == SchemaRole::output) return fail(met.reference, what);
    return note(findings_.remarks, tree_, met.reference, what);
  }
  if (is_dynamic) return;  // where a dynamic one leads is known when it is used
  if (target.schema == kNowhere) return fail(met.reference, "refers to " + shown(reference) + ", which is not there");
  references_.follow(met.schema, target.schema);
  enter(target.schema, {target.schema, target.resource, true});
}

Findings repair_schema(const Tree& tree, NodeId root, SchemaRole use) {
  return SchemaRepairer(tree, root, use).repair();
}

}  // namespace workbench::schema_repair
