#include "schema_repair/repair_schema.hpp"

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/empty_containers.hpp"
#include "json/escape.hpp"
#include "schema_repair/json_schema.hpp"
#include "schema_repair/keyword_repairer.hpp"
#include "schema_repair/references.hpp"

namespace workbench::schema_repair {
namespace {

/// How many schemas around a reference are looked at for its target.
constexpr int kMaxOutward = 64;

/// Visits every schema in a schema, and those that it refers to.
class SchemaWalk {
 public:
  SchemaWalk(const Tree& tree, NodeId root, SchemaRole role)
      : tree_(tree),
        role_(role),
        findings_(tree),
        dialect_(repair_dialect(root)),
        keywords_(tree, dialect_, findings_),
        references_(tree),
        visited_(tree.size()) {
    pending_.push_back({root, root, true});
  }

  // Identifiers and anchors of all schemas have to be known before a reference is looked up.
  Findings run() && {
    for (std::size_t followed = 0; !findings_.fault();) {
      if (!pending_.empty()) {
        const SchemaVisit next = pending_.back();
        pending_.pop_back();
        repair(next);
      } else if (followed != found_.size()) {
        follow(found_[followed++]);
      } else {
        break;
      }
    }
    if (const auto cycle = references_.find_cycle()) findings_.fail(*cycle, "refers to nothing but itself");
    return std::move(findings_);
  }

 private:
  /// A reference that was found in a schema.
  struct Reference {
    NodeId schema;
    NodeId member;
    NodeId resource;
    bool may_relax;
  };

  Dialect repair_dialect(NodeId root) {
    const NodeId declared = tree_.member(root, "$schema");
    if (declared == kNoNode) return kDefaultDialect;
    if (tree_.kind(declared) != JsonKind::string) {
      findings_.remove(declared, "was not a string; it is left out");
      return kDefaultDialect;
    }
    const std::string uri = tree_.characters(declared);
    const auto dialect = find_dialect(uri);
    if (!dialect) {
      findings_.remove(declared, "was " + shown(uri) + ", a dialect that validators do not know; it is left out");
      return kDefaultDialect;
    }
    const std::string_view known = uri_of(*dialect);
    const auto without_fragment = [](std::string_view name) { return name.substr(0, name.find('#')); };
    if (without_fragment(uri) == without_fragment(known)) return *dialect;
    const std::string why = *dialect < Dialect::draft_07
                                ? std::string("was ")
                                      .append(name_of(*dialect))
                                      .append(", which validators no longer know; it is draft-07 now")
                                : "was written in a way that validators do not know";
    findings_.replace(declared, json::quoted(known), why);
    return *dialect;
  }

  void repair(SchemaVisit visit) {
    if (visited_[visit.schema]) return;
    visited_[visit.schema] = true;
    if (tree_.kind(visit.schema) == JsonKind::boolean) return;
    if (json::is_empty_array(tree_.text(visit.schema))) return findings_.read_as_object(visit.schema);
    if (tree_.kind(visit.schema) != JsonKind::object) {
      return findings_.fail(visit.schema, "is not a schema, which is an object or a boolean");
    }
    const bool may_have_names = tree_.may_have_key_with(visit.schema, '$');
    if (may_have_names || dialect_ == Dialect::draft_04) visit.resource = add_identifier(visit);
    if (may_have_names) add_anchors(visit);
    std::bitset<kMaxKeywords> seen;
    for (const NodeId member : tree_.children(visit.schema)) {
      const Keyword keyword = find_keyword(tree_.key(member));
      if (keyword.shape == Shape::none || keyword.shape == Shape::data || seen[keyword.index]) continue;
      seen.set(keyword.index);
      if (tree_.kind(member) == JsonKind::null && keyword.shape != Shape::type) {
        findings_.remove(member, "was null, which is not allowed; it is left out");
      } else if (keyword.shape == Shape::reference || keyword.shape == Shape::dynamic_reference) {
        found_.push_back({visit.schema, member, visit.resource, visit.may_relax});
      } else {
        keywords_.check(member, keyword.shape, visit, pending_);
      }
      if (findings_.fault()) return;
    }
  }

  /// Returns the resource of the schema: itself, if it has an identifier.
  NodeId add_identifier(const SchemaVisit& visit) {
    const NodeId present = tree_.member(visit.schema, "$id");
    const NodeId identifier =
        present == kNoNode && dialect_ == Dialect::draft_04 ? tree_.member(visit.schema, "id") : present;
    if (identifier == kNoNode || tree_.kind(identifier) == JsonKind::null) return visit.resource;
    if (tree_.kind(identifier) != JsonKind::string) {
      // An identifier called `id` is removed as a keyword.
      if (identifier == present) findings_.remove(present, "was not a string; it is left out");
      return visit.resource;
    }
    const std::string id = tree_.characters(identifier);
    if (id.empty() || id == "#") return visit.resource;
    const bool is_anchor = id.front() == '#';
    const bool is_unique = is_anchor ? references_.add_anchor(visit.resource, id.substr(1), visit.schema)
                                     : references_.add_resource(id, visit.schema);
    if (!is_unique) findings_.fail(identifier, "is the name of another schema already");
    return is_anchor ? visit.resource : visit.schema;
  }

  void add_anchors(const SchemaVisit& visit) {
    for (const std::string_view name : {"$anchor", "$dynamicAnchor"}) {
      const NodeId anchor = tree_.member(visit.schema, name);
      if (anchor == kNoNode || tree_.kind(anchor) != JsonKind::string) continue;
      const std::string text = tree_.characters(anchor);
      if (!is_anchor_name(text)) {
        findings_.remove(anchor, "was " + shown(text) + ", which cannot be referred to; it is left out");
      } else if (!references_.add_anchor(visit.resource, text, visit.schema)) {
        findings_.fail(anchor, "is the name of another schema already");
      }
    }
  }

  void follow(const Reference& found) {
    if (tree_.kind(found.member) != JsonKind::string) {
      if (found.may_relax) return findings_.remove(found.member, "was not a string; it is left out");
      return findings_.fail(found.member, "is not a string");
    }
    const std::string reference = tree_.characters(found.member);
    const bool is_dynamic = !tree_.key(found.member).equals("$ref");
    const References::Target target = references_.find(reference, found.resource);
    if (target.is_elsewhere || (is_dynamic && !reference.starts_with('#'))) {
      const std::string what = "refers to another document, " + shown(reference) + ", which is not fetched";
      return role_ == SchemaRole::output ? findings_.fail(found.member, what) : findings_.remark(found.member, what);
    }
    if (is_dynamic) return;  // the target depends on the schemas that are in use when it is evaluated
    if (target.is_data) {
      return findings_.remark(found.member, "refers to " + shown(reference) + ", which is data and not checked");
    }
    if (target.schema == kNoNode) return follow_from_inside(found, reference);
    references_.add_target(found.schema, target.schema);
    pending_.push_back({target.schema, target.resource, true});
  }

  /// A definition that was made by putting schemas into another has references that are meant from the root of the
  /// inner one, where the `$defs` have stayed: the target is looked up from the schemas around the reference, the
  /// innermost first.
  void follow_from_inside(const Reference& found, const std::string& reference) {
    const bool is_pointer = reference.starts_with("#/");
    int steps = is_pointer ? kMaxOutward : 0;
    for (NodeId around = found.schema; steps != 0 && !is_outermost(around, found.resource); --steps) {
      const References::Target target = references_.find(reference, std::exchange(around, tree_.parent(around)));
      if (target.schema == kNoNode) continue;
      const std::string pointer = "#" + pointer_to(target.schema, found.resource);
      return findings_.replace(
          found.member, json::quoted(pointer),
          "was " + shown(reference) + " as seen from a schema inside; it is " + shown(pointer) + " now");
    }
    if (!found.may_relax) {
      return findings_.fail(found.member, "refers to " + shown(reference) + ", which does not exist");
    }
    findings_.remove(found.member, "referred to " + shown(reference) + ", which does not exist; it is left out");
  }

  /// The JSON pointer (RFC 6901) from a schema to a value in it, as a URI fragment.
  [[nodiscard]] std::string pointer_to(NodeId value, NodeId schema) {
    std::string pointer;
    for (NodeId step = value; !is_outermost(step, schema); step = tree_.parent(step)) {
      pointer = "/" + pointer_step(step) + pointer;
    }
    return pointer;
  }

  static bool is_outermost(NodeId node, NodeId resource) { return node == resource || node == Tree::kRoot; }

  [[nodiscard]] std::string pointer_step(NodeId step) {
    const NodeId parent = tree_.parent(step);
    if (tree_.kind(parent) != JsonKind::array) return escaped_pointer_step(tree_.key(step).decoded());
    if (!indexes_.contains(step)) {  // those of the whole array, to which many references may lead
      std::size_t index = 0;
      for (NodeId element = tree_.first_child(parent); element != kNoNode; element = tree_.next(element)) {
        indexes_.emplace(element, index++);
      }
    }
    return std::to_string(indexes_.at(step));
  }

  const Tree& tree_;
  const SchemaRole role_;
  Findings findings_;  // before the dialect and the keywords, which add to it
  const Dialect dialect_;
  KeywordRepairer keywords_;
  References references_;
  std::vector<bool> visited_;
  std::vector<SchemaVisit> pending_;
  std::vector<Reference> found_;
  std::unordered_map<NodeId, std::size_t> indexes_;  // of elements of arrays, as far as they were asked for
};

}  // namespace

Findings repair_schema(const Tree& tree, NodeId root, SchemaRole role) {
  return SchemaWalk(tree, root, role).run();
}

}  // namespace workbench::schema_repair
