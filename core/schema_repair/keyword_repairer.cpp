#include "schema_repair/keyword_repairer.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "json/empty_containers.hpp"
#include "json/escape.hpp"
#include "json/scanner.hpp"
#include "schema_repair/pattern.hpp"

namespace workbench::schema_repair {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && (text.front() == '-' || (text.front() >= '0' && text.front() <= '9')) &&
         !json::check(text, 1) && text.back() >= '0' && text.back() <= '9';
}

}  // namespace

void KeywordRepairer::check(NodeId member, Shape shape, const SchemaVisit& visit, std::vector<SchemaVisit>& inner) {
  switch (shape) {
    case Shape::schema: return check_schema(member, visit, inner);
    case Shape::items: return check_items(member, visit, inner);
    case Shape::additional_items: check_additional_items(member, visit); return check_schema(member, visit, inner);
    case Shape::schemas: return check_schemas(member, JsonKind::array, visit, inner);
    case Shape::named_schemas: return check_schemas(member, JsonKind::object, visit, inner);
    case Shape::pattern_schemas: check_patterns(member); return check_schemas(member, JsonKind::object, visit, inner);
    case Shape::dependencies: return check_dependencies(member, visit, inner);
    case Shape::named_names: return check_named_names(member, visit);
    case Shape::names: return check_names(member, visit);
    case Shape::type: return check_type(member, visit);
    case Shape::values: return check_values(member, visit);
    case Shape::number: return check_number(member, visit);
    case Shape::exclusive_limit: return check_exclusive_limit(member, visit);
    case Shape::flag:
      if (tree_.kind(member) != JsonKind::boolean) relax(member, "was not a boolean; it is left out", visit);
      return;
    case Shape::text:
      if (tree_.kind(member) != JsonKind::string) relax(member, "was not a string; it is left out", visit);
      return;
    case Shape::pattern: return check_pattern_text(member, visit);
    case Shape::old_identifier: return check_old_identifier(member);
    case Shape::nullable: return check_nullable(member, visit);
    case Shape::none:
    case Shape::data:
    case Shape::reference:
    case Shape::dynamic_reference:
    case Shape::identifier:
    case Shape::anchor: return;
  }
}

void KeywordRepairer::check_schema(NodeId member, SchemaVisit visit, std::vector<SchemaVisit>& inner) {
  const json::RawString key = tree_.key(member);
  const bool inverts = key.equals("not") || key.equals("if");
  inner.push_back({member, visit.resource, visit.may_relax && !inverts});
}

void KeywordRepairer::check_schemas(NodeId members, JsonKind kind, SchemaVisit visit, std::vector<SchemaVisit>& inner) {
  if (kind == JsonKind::object && json::is_empty_array(tree_.text(members))) return findings_.read_as_object(members);
  if (kind == JsonKind::array && json::is_empty_object(tree_.text(members))) {
    return relax(members, "was an empty object, where an array has to be; it is left out", visit);
  }
  if (tree_.kind(members) != kind) {
    return findings_.fail(members,
                          kind == JsonKind::object ? "is not an object of schemas" : "is not an array of schemas");
  }
  const bool counts = tree_.key(members).equals("oneOf");
  for (const NodeId child : tree_.children(members)) {
    inner.push_back({child, visit.resource, visit.may_relax && !counts});
  }
}

void KeywordRepairer::check_items(NodeId member, const SchemaVisit& visit, std::vector<SchemaVisit>& inner) {
  if (tree_.kind(member) != JsonKind::array) return check_schema(member, visit, inner);
  if (!has_item_lists(dialect_)) {
    if (tree_.children(member).empty()) {
      findings_.remove(member, "was an empty array; it is left out");
    } else if (tree_.member(visit.schema, "prefixItems") != kNoNode) {
      return findings_.fail(member, "is an array beside prefixItems");
    } else {
      findings_.rename(member, "prefixItems", "was an array, which is called prefixItems in JSON Schema 2020-12");
    }
  }
  check_schemas(member, JsonKind::array, visit, inner);
}

void KeywordRepairer::check_additional_items(NodeId member, const SchemaVisit& visit) {
  const NodeId items = tree_.member(visit.schema, "items");
  if (has_item_lists(dialect_) || items == kNoNode || tree_.kind(items) != JsonKind::array) return;
  findings_.rename(member, "items", "is called items in JSON Schema 2020-12");
}

void KeywordRepairer::check_patterns(NodeId members) {
  if (tree_.kind(members) != JsonKind::object) return;
  for (const NodeId child : tree_.children(members)) {
    const PatternCheck check = check_pattern(tree_.key(child).decoded());
    if (check.state == PatternState::invalid) {
      return findings_.fail(child, "has a name that is not a regular expression of ECMAScript");
    }
    if (check.state == PatternState::repairable) {
      findings_.rename(child, check.repaired,
                       "was named by a regular expression with backslashes that validators refuse; they are "
                       "corrected");
    }
  }
}

void KeywordRepairer::check_dependencies(NodeId members, const SchemaVisit& visit, std::vector<SchemaVisit>& inner) {
  if (json::is_empty_array(tree_.text(members))) return findings_.read_as_object(members);
  if (tree_.kind(members) != JsonKind::object) return findings_.fail(members, "is not an object");
  for (const NodeId child : tree_.children(members)) {
    if (tree_.kind(child) != JsonKind::array) {
      inner.push_back({child, visit.resource, visit.may_relax});
    } else if (!are_names(child)) {
      return findings_.fail(child, "is not an array of names");
    }
  }
}

void KeywordRepairer::check_named_names(NodeId members, const SchemaVisit& visit) {
  if (json::is_empty_array(tree_.text(members))) return findings_.read_as_object(members);
  if (tree_.kind(members) != JsonKind::object) return findings_.fail(members, "is not an object");
  for (const NodeId child : tree_.children(members)) {
    if (json::is_empty_object(tree_.text(child))) {
      relax(child, "was an empty object, where names have to be; it is left out", visit);
    } else if (!are_names(child)) {
      return findings_.fail(child, "is not an array of names");
    }
  }
}

void KeywordRepairer::check_names(NodeId member, const SchemaVisit& visit) {
  if (tree_.kind(member) == JsonKind::boolean) {
    return relax(member, "was a boolean, where the names of properties have to be; it is left out", visit);
  }
  if (json::is_empty_object(tree_.text(member))) {
    return relax(member, "was an empty object, where the names of properties have to be; it is left out", visit);
  }
  if (!are_names(member)) findings_.fail(member, "is not an array of names");
}

void KeywordRepairer::check_type(NodeId member, const SchemaVisit& visit) {
  if (tree_.kind(member) == JsonKind::array) return check_types(member, visit);
  if (is_type(json::raw_string_of(tree_.text(member)).text)) return;
  const std::string written = tree_.characters(member);
  const auto type = find_type(written);
  if (!type) {
    return relax(member, "was " + shown(tree_.text(member)) + ", which is not a type of JSON Schema; it is left out",
                 visit);
  }
  if (*type == written) return;
  findings_.replace(member, json::quoted(*type),
                    "was " + shown(written) + ", which is called " + shown(*type) + " in JSON Schema");
}

/// "String values MUST be one of the six primitive types or integer. Elements in the array MUST be unique" (JSON Schema
/// Validation, section 6.1.1).
void KeywordRepairer::check_types(NodeId member, const SchemaVisit& visit) {
  std::vector<std::string> types;
  bool is_changed = false;
  for (const NodeId name : tree_.children(member)) {
    const std::string written = tree_.characters(name);
    auto type = find_type(written);
    if (!type) return relax(member, "had something else than types of JSON Schema; it is left out", visit);
    is_changed = is_changed || *type != written;
    if (std::find(types.begin(), types.end(), *type) == types.end()) {
      types.push_back(*std::move(type));
    } else {
      is_changed = true;
    }
  }
  if (!is_changed) return;
  std::string list;
  for (const std::string& type : types) list.append(list.empty() ? "[" : ",").append(json::quoted(type));
  findings_.replace(member, list + "]", "had types in the words of another language, or one of them twice");
}

void KeywordRepairer::check_values(NodeId member, const SchemaVisit& visit) {
  if (tree_.kind(member) != JsonKind::array) return relax(member, "was not an array; it is left out", visit);
  if (json::is_empty_array(tree_.text(member))) relax(member, "had no values; it is left out", visit);
}

void KeywordRepairer::check_number(NodeId member, const SchemaVisit& visit) {
  if (tree_.kind(member) == JsonKind::number) return;
  if (tree_.kind(member) == JsonKind::string) {
    std::string number = tree_.characters(member);
    if (is_number(number)) {
      return findings_.replace(member, std::move(number), "was a number in quotes; they are left out");
    }
  }
  relax(member, "was not a number; it is left out", visit);
}

void KeywordRepairer::check_exclusive_limit(NodeId member, const SchemaVisit& visit) {
  if (tree_.kind(member) != JsonKind::boolean) return check_number(member, visit);
  const NodeId limit = tree_.member(visit.schema, tree_.key(member).equals("exclusiveMinimum") ? "minimum" : "maximum");
  const bool has_limit = limit != kNoNode && tree_.kind(limit) == JsonKind::number;
  if (tree_.text(member) == "false" || !has_limit) {
    return findings_.remove(member, "was a boolean, as in draft-04, and had no effect; it is left out");
  }
  findings_.replace(member, std::string(tree_.text(limit)), "was true, as in draft-04; it is the limit itself now");
  findings_.remove_silently(limit);
}

void KeywordRepairer::check_pattern_text(NodeId member, const SchemaVisit& visit) {
  if (tree_.kind(member) != JsonKind::string) return relax(member, "was not a string; it is left out", visit);
  const std::string pattern = tree_.characters(member);
  const PatternCheck check = check_pattern(pattern);
  if (check.state == PatternState::repairable) {
    findings_.replace(member, json::quoted(check.repaired),
                      "had backslashes that validators refuse; they are corrected");
  } else if (check.state == PatternState::invalid) {
    relax(member, "was " + shown(pattern) + ", which is not a regular expression of ECMAScript; it is left out", visit);
  }
}

void KeywordRepairer::check_old_identifier(NodeId member) {
  const bool is_identifier = dialect_ == Dialect::draft_04 && tree_.kind(member) == JsonKind::string &&
                             tree_.member(tree_.parent(member), "$id") == kNoNode;
  if (is_identifier) return findings_.rename(member, "$id", "was draft-04's name of $id");
  findings_.remove(member, "was draft-04's name of $id, and means nothing in this dialect; it is left out");
}

void KeywordRepairer::check_nullable(NodeId member, const SchemaVisit& visit) {
  const NodeId type = tree_.member(visit.schema, "type");
  const bool contradicts =
      tree_.text(member) == "false" && type != kNoNode && tree_.text(type).find("\"null\"") != std::string_view::npos;
  if (tree_.kind(member) == JsonKind::boolean && type != kNoNode && !contradicts) return;
  findings_.remove(member, "of OpenAPI is refused by some validators in this form; it is left out");
}

bool KeywordRepairer::are_names(NodeId value) const {
  if (tree_.kind(value) != JsonKind::array) return false;
  for (const NodeId name : tree_.children(value)) {
    if (tree_.kind(name) != JsonKind::string) return false;
  }
  return true;
}

void KeywordRepairer::relax(NodeId member, std::string_view why, const SchemaVisit& visit) {
  if (visit.may_relax) return findings_.remove(member, why);
  findings_.fail(member, "is wrong inside of not, if or oneOf, where it cannot be left out");
}

}  // namespace workbench::schema_repair
