#include "schema_repair/edits.hpp"

#include <algorithm>
#include <string_view>

namespace workbench::schema_repair {
namespace {

/// Where the key of a member begins, with its quote.
const char* key_begin(const Tree& tree, NodeId member) {
  return tree.key(member).text.data() - 1;
}
const char* value_begin(const Tree& tree, NodeId node) {
  return tree.text(node).data();
}
const char* value_end(const Tree& tree, NodeId node) {
  return tree.text(node).data() + tree.text(node).size();
}

}  // namespace

/// Replaces [begin, end) by `text`.
struct Edits::Splice {
  const char* begin;
  const char* end;
  std::string_view text;
};

void Edits::merge(Edits&& others) {
  removed_.merge(others.removed_);
  replaced_.merge(others.replaced_);
  renamed_.merge(others.renamed_);
  put_first_.merge(others.put_first_);
}

void Edits::splice_members(const Tree& tree, NodeId object, std::vector<Splice>& splices) const {
  NodeId before = kNoNode;  // the last member that is kept; a removal begins at its end
  for (const NodeId member : tree.children(object)) {
    if (!removed_.contains(member)) {
      before = member;
    } else if (before != kNoNode) {
      splices.push_back({value_end(tree, before), value_end(tree, member), {}});
      before = member;
    } else {
      const NodeId next = tree.next(member);
      splices.push_back(
          {key_begin(tree, member), next == kNoNode ? value_end(tree, member) : key_begin(tree, next), {}});
    }
  }
  const auto first = put_first_.find(object);
  if (first == put_first_.end()) return;
  const char* const inside = value_begin(tree, object) + 1;
  if (before != kNoNode) splices.push_back({inside, inside, ","});
  splices.push_back({inside, inside, first->second});
}

std::string Edits::applied_to(const Tree& tree) const {
  std::set<NodeId> objects;
  for (const NodeId member : removed_) objects.insert(tree.parent(member));
  for (const auto& [object, member] : put_first_) objects.insert(object);

  std::vector<Splice> splices;
  for (const NodeId object : objects) splice_members(tree, object, splices);
  std::reverse(splices.begin(), splices.end());  // a member put first precedes what begins at the same place
  for (const auto& [value, text] : replaced_) {
    splices.push_back({value_begin(tree, value), value_end(tree, value), text});
  }
  for (const auto& [member, key] : renamed_) {
    const char* const begin = key_begin(tree, member);
    splices.push_back({begin, begin + tree.key(member).text.size() + 2, key});
  }
  std::stable_sort(splices.begin(), splices.end(), [](const Splice& a, const Splice& b) { return a.begin < b.begin; });

  std::string text;
  text.reserve(tree.text().size() + 256);
  const char* at = tree.text().data();
  for (const Splice& splice : splices) {
    if (splice.begin < at) continue;  // inside a value that was removed or replaced
    text.append(at, splice.begin).append(splice.text);
    at = splice.end;
  }
  return text.append(at, tree.text().data() + tree.text().size());
}

}  // namespace workbench::schema_repair
