#include "schema_repair/repair_members.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace workbench::schema_repair {
namespace {

constexpr std::size_t kMaxName = 128;

bool is_allowed_in_names(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '.' || byte == '/' || byte == '-';
}

class Members {
 public:
  explicit Members(const Tree& tree) : tree_(tree) {}

  Findings repair() && {
    check_name();
    drop_unless(JsonKind::string, Tree::kRoot, "title");
    drop_unless(JsonKind::string, Tree::kRoot, "description");
    drop_unless(JsonKind::object, Tree::kRoot, "_meta");
    if (const NodeId found = drop_unless(JsonKind::object, Tree::kRoot, "annotations"); found != kNowhere) {
      check_annotations(found);
    }
    if (const NodeId found = drop_unless(JsonKind::array, Tree::kRoot, "icons"); found != kNowhere) check_icons(found);
    if (const NodeId found = drop_unless(JsonKind::object, Tree::kRoot, "execution"); found != kNowhere) {
      check_execution(found);
    }
    return std::move(findings_);
  }

 private:
  /// The member, if it is there and of that kind.
  NodeId drop_unless(JsonKind kind, NodeId object, std::string_view name) {
    const NodeId member = tree_.member(object, name);
    if (member == kNowhere || tree_.kind(member) == kind) return member;
    const std::string_view what = kind == JsonKind::string   ? "a string"
                                  : kind == JsonKind::object ? "an object"
                                  : kind == JsonKind::array  ? "an array"
                                                             : "a boolean";
    drop(member, std::string("was not ").append(what).append("; it is left out"));
    return kNowhere;
  }
  void drop(NodeId member, std::string_view why) {
    findings_.edits.remove(member);
    note(findings_.changes, tree_, member, why);
  }

  void check_name() {
    const NodeId member = tree_.member(Tree::kRoot, "name");
    if (member == kNowhere || tree_.kind(member) != JsonKind::string) return;
    const std::string name = characters(member);
    if (name.size() > kMaxName) {
      note(findings_.remarks, tree_, member, "is longer than 128 characters, which clients may refuse");
    } else if (!std::all_of(name.begin(), name.end(), is_allowed_in_names)) {
      note(findings_.remarks, tree_, member,
           "has characters besides A-Z, a-z, 0-9, _ . / and -, which clients may refuse");
    }
  }

  void check_annotations(NodeId annotations) {
    drop_unless(JsonKind::string, annotations, "title");
    for (const std::string_view hint : {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}) {
      drop_unless(JsonKind::boolean, annotations, hint);
    }
  }

  void check_icons(NodeId icons) {
    for (NodeId icon = tree_[icons].first_child; icon != kNowhere; icon = tree_[icon].next) {
      if (!is_icon(icon)) return drop(icons, "had one that is no icon of the specification; they are left out");
    }
  }
  [[nodiscard]] bool is_icon(NodeId icon) const {
    const NodeId source = tree_.member(icon, "src");
    if (source == kNowhere || tree_.kind(source) != JsonKind::string) return false;
    const NodeId type = tree_.member(icon, "mimeType");
    const NodeId theme = tree_.member(icon, "theme");
    return (type == kNowhere || tree_.kind(type) == JsonKind::string) && are_sizes(tree_.member(icon, "sizes")) &&
           (theme == kNowhere || characters(theme) == "light" || characters(theme) == "dark");
  }
  [[nodiscard]] bool are_sizes(NodeId sizes) const {
    if (sizes == kNowhere) return true;
    if (tree_.kind(sizes) != JsonKind::array) return false;
    for (NodeId size = tree_[sizes].first_child; size != kNowhere; size = tree_[size].next) {
      if (tree_.kind(size) != JsonKind::string) return false;
    }
    return true;
  }

  void check_execution(NodeId execution) {
    const NodeId support = tree_.member(execution, "taskSupport");
    if (support == kNowhere) return;
    const std::string value = characters(support);
    if (value == "required" || value == "optional" || value == "forbidden") return;
    drop(support, "was none of required, optional and forbidden; it is left out");
  }

  [[nodiscard]] std::string characters(NodeId string) const {
    return json::raw_string_of(tree_[string].text).decoded();
  }

  const Tree& tree_;
  Findings findings_;
};

}  // namespace

Findings repair_members(const Tree& tree) {
  return Members(tree).repair();
}

}  // namespace workbench::schema_repair
