// What SchemaRepairer does with each shape of keyword.

#include <utility>

#include "json/escape.hpp"
#include "json/scanner.hpp"
#include "schema_repair/pattern.hpp"
#include "schema_repair/schema_repairer.hpp"

namespace workbench::schema_repair {
namespace {

std::string lower_case(std::string text) {
  for (char& byte : text) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  }
  return text;
}

bool is_number(std::string_view text) {
  return !text.empty() && (text.front() == '-' || (text.front() >= '0' && text.front() <= '9')) &&
         !json::check(text, 1) && text.back() >= '0' && text.back() <= '9';
}

}  // namespace

void SchemaRepairer::check_type(NodeId member) {
  if (tree_.kind(member) != JsonKind::array) return check_type_name(member);
  for (NodeId name = tree_[member].first_child; name != kNowhere; name = tree_[name].next) check_type_name(name);
}

void SchemaRepairer::check_type_name(NodeId name) {
  if (tree_.kind(name) != JsonKind::string) return fail(name, "is not the name of a type");
  const std::string type = characters(name);
  if (is_type(type)) return;
  const std::string lower = lower_case(type);
  if (!is_type(lower)) return fail(name, "is " + shown(type) + ", which is no type of JSON Schema");
  change(name, json::quoted(lower), "was " + shown(type) + "; the types of JSON Schema are written in lower case");
}

void SchemaRepairer::check_items(NodeId member, const Job& job) {
  if (tree_.kind(member) != JsonKind::array) return enter(member, job);
  if (!has_item_lists(dialect_)) {
    if (tree_[member].first_child == kNowhere) {
      drop(member, "was an array with nothing in it; it is left out");
    } else if (tree_.member(job.schema, "prefixItems") != kNowhere) {
      return fail(member, "is an array beside prefixItems");
    } else {
      rename(member, "prefixItems", "was an array, which is called prefixItems in JSON Schema 2020-12");
    }
  }
  enter_all(member, JsonKind::array, job);
}

void SchemaRepairer::check_other_items(NodeId member, const Job& job) {
  const NodeId items = tree_.member(job.schema, "items");
  if (!has_item_lists(dialect_) && items != kNowhere && tree_.kind(items) == JsonKind::array) {
    rename(member, "items", "is called items in JSON Schema 2020-12");
  }
  enter(member, job);
}

void SchemaRepairer::check_patterns(NodeId members) {
  if (tree_.kind(members) != JsonKind::object) return;
  for (NodeId child = tree_[members].first_child; child != kNowhere; child = tree_[child].next) {
    const PatternCheck check = check_pattern(tree_[child].key.decoded());
    if (check.state == PatternState::broken) return fail(child, "is named by no regular expression of ECMAScript");
    if (check.state == PatternState::mendable) {
      rename(child, check.repaired,
             "was named by a regular expression that validators refuse for its backslashes; they are put right");
    }
  }
}

void SchemaRepairer::check_dependencies(NodeId members, const Job& job) {
  if (tree_.kind(members) != JsonKind::object) return fail(members, "is not an object");
  for (NodeId child = tree_[members].first_child; child != kNowhere; child = tree_[child].next) {
    if (tree_.kind(child) != JsonKind::array) {
      enter(child, job);
    } else if (!is_names(child)) {
      return fail(child, "is not an array of names");
    }
  }
}

void SchemaRepairer::check_named_names(NodeId members) {
  if (tree_.kind(members) != JsonKind::object) return fail(members, "is not an object");
  for (NodeId child = tree_[members].first_child; child != kNowhere; child = tree_[child].next) {
    if (!is_names(child)) return fail(child, "is not an array of names");
  }
}

void SchemaRepairer::check_names(NodeId member, const Job& job) {
  if (tree_.kind(member) == JsonKind::boolean) {
    return loosen(member, "was a boolean, where the names of properties have to be; it is left out", job);
  }
  if (!is_names(member)) fail(member, "is not an array of names");
}

void SchemaRepairer::check_values(NodeId member, const Job& job) {
  if (tree_.kind(member) != JsonKind::array) return loosen(member, "was not an array; it is left out", job);
  if (tree_[member].first_child == kNowhere) loosen(member, "had no values at all; it is left out", job);
}

void SchemaRepairer::check_number(NodeId member, const Job& job) {
  if (tree_.kind(member) == JsonKind::number) return;
  if (tree_.kind(member) == JsonKind::string) {
    std::string number = characters(member);
    if (is_number(number)) return change(member, std::move(number), "was a number in quotes; they are left out");
  }
  loosen(member, "was not a number; it is left out", job);
}

void SchemaRepairer::check_strict_limit(NodeId member, const Job& job) {
  if (tree_.kind(member) != JsonKind::boolean) return check_number(member, job);
  const NodeId limit = tree_.member(job.schema, tree_[member].key.equals("exclusiveMinimum") ? "minimum" : "maximum");
  const bool has_limit = limit != kNowhere && tree_.kind(limit) == JsonKind::number;
  if (tree_[member].text == "false" || !has_limit) {
    return drop(member, "was a boolean, as in draft-04, and said nothing; it is left out");
  }
  change(member, std::string(tree_[limit].text), "was true, as in draft-04; it is the limit itself now");
  findings_.edits.remove(limit);
}

void SchemaRepairer::check_pattern_text(NodeId member, const Job& job) {
  if (tree_.kind(member) != JsonKind::string) return loosen(member, "was not a string; it is left out", job);
  const std::string pattern = characters(member);
  PatternCheck check = check_pattern(pattern);
  if (check.state == PatternState::mendable) {
    change(member, json::quoted(check.repaired), "had backslashes for which validators refuse it; they are put right");
  } else if (check.state == PatternState::broken) {
    loosen(member, "was " + shown(pattern) + ", which is no regular expression of ECMAScript; it is left out", job);
  }
}

void SchemaRepairer::check_old_identifier(NodeId member) {
  const bool is_identifier = dialect_ == Dialect::draft_04 && tree_.kind(member) == JsonKind::string &&
                             tree_.member(tree_[member].parent, "$id") == kNowhere;
  if (is_identifier) return rename(member, "$id", "was draft-04's name of $id");
  drop(member, "was draft-04's name of $id, and means nothing in this dialect; it is left out");
}

void SchemaRepairer::check_nullable(NodeId member, const Job& job) {
  const NodeId type = tree_.member(job.schema, "type");
  const bool contradicts =
      tree_[member].text == "false" && type != kNowhere && tree_[type].text.find("\"null\"") != std::string_view::npos;
  if (tree_.kind(member) == JsonKind::boolean && type != kNowhere && !contradicts) return;
  drop(member, "of OpenAPI is refused by some validators the way it stood here; it is left out");
}

bool SchemaRepairer::is_names(NodeId value) const {
  if (tree_.kind(value) != JsonKind::array) return false;
  for (NodeId name = tree_[value].first_child; name != kNowhere; name = tree_[name].next) {
    if (tree_.kind(name) != JsonKind::string) return false;
  }
  return true;
}

void SchemaRepairer::drop(NodeId member, std::string_view why) {
  findings_.edits.remove(member);
  note(findings_.changes, tree_, member, why);
}

void SchemaRepairer::loosen(NodeId member, std::string_view why, const Job& job) {
  if (job.may_loosen) return drop(member, why);
  fail(member, "is wrong inside of not, if or oneOf, where it cannot be left out");
}

void SchemaRepairer::change(NodeId value, std::string text, std::string_view why) {
  findings_.edits.replace(value, std::move(text));
  note(findings_.changes, tree_, value, why);
}

void SchemaRepairer::rename(NodeId member, std::string_view key, std::string_view why) {
  findings_.edits.rename(member, json::quoted(key));
  note(findings_.changes, tree_, member, why);
}

void SchemaRepairer::fail(NodeId at, std::string_view why) {
  if (!findings_.fault) findings_.fault = place_of(tree_, at).append(" ").append(why);
}

}  // namespace workbench::schema_repair
