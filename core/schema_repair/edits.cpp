#include "schema_repair/edits.hpp"

#include <algorithm>
#include <string_view>

namespace workbench::schema_repair {

/// `text` instead of [begin, end).
struct Edits::Splice {
  const char* begin;
  const char* end;
  std::string_view text;
};

void Edits::take(Edits&& others) {
  removed_.merge(others.removed_);
  replaced_.merge(others.replaced_);
  renamed_.merge(others.renamed_);
  put_first_.merge(others.put_first_);
}

void Edits::splice_members(const Tree& tree, NodeId object, std::vector<Splice>& splices) const {
  const Node* kept = nullptr;  // the last one before
  for (NodeId child = tree[object].first_child; child != kNowhere; child = tree[child].next) {
    const Node& member = tree[child];
    if (!removed_.contains(child)) {
      kept = &member;
    } else if (kept != nullptr) {
      splices.push_back({value_end(*kept), value_end(member), {}});
      kept = &member;  // what follows is cut from here
    } else {
      splices.push_back(
          {key_begin(member), member.next == kNowhere ? value_end(member) : key_begin(tree[member.next]), {}});
    }
  }
  const auto first = put_first_.find(object);
  if (first == put_first_.end()) return;
  const char* const inside = tree[object].text.data() + 1;
  if (kept != nullptr) splices.push_back({inside, inside, ","});
  splices.push_back({inside, inside, first->second});
}

std::string Edits::applied_to(const Tree& tree) const {
  std::set<NodeId> objects;
  for (const NodeId member : removed_) objects.insert(tree[member].parent);
  for (const auto& [object, member] : put_first_) objects.insert(object);

  std::vector<Splice> splices;
  for (const NodeId object : objects) splice_members(tree, object, splices);
  std::reverse(splices.begin(), splices.end());  // what is put first comes before what begins at the same place
  for (const auto& [value, text] : replaced_)
    splices.push_back({tree[value].text.data(), value_end(tree[value]), text});
  for (const auto& [member, key] : renamed_) {
    const char* const begin = key_begin(tree[member]);
    splices.push_back({begin, begin + tree[member].key.text.size() + 2, key});
  }
  std::stable_sort(splices.begin(), splices.end(), [](const Splice& a, const Splice& b) { return a.begin < b.begin; });

  std::string text;
  text.reserve(tree.text().size() + 256);
  const char* at = tree.text().data();
  for (const Splice& splice : splices) {
    if (splice.begin < at) continue;  // inside of what is gone
    text.append(at, splice.begin).append(splice.text);
    at = splice.end;
  }
  return text.append(at, tree.text().data() + tree.text().size());
}

}  // namespace workbench::schema_repair
