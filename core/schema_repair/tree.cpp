#include "schema_repair/tree.hpp"

#include "json/skip.hpp"

namespace workbench::schema_repair {

/// A container that has not been read to its end.
struct Tree::Open {
  NodeId node;
  NodeId last_child = kNowhere;
};

namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

Tree::Tree(std::string_view text) : text_(text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  std::vector<Open> open;
  json::RawString key;
  bool has_key = false;
  while (at != end) {
    const char byte = *at;
    if (byte == ',' || byte == ':' || byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r') {
      ++at;
    } else if (byte == '}' || byte == ']') {
      ++at;
      if (open.empty()) return;  // not in a checked text
      Node& closed = nodes_[open.back().node];
      closed.text = between(closed.text.data(), at);
      open.pop_back();
    } else if (byte == '"' && !has_key && !open.empty() && *nodes_[open.back().node].text.data() == '{') {
      bool escaped = false;
      const char* const key_end = json::skip_string(at, end, escaped);
      key = {between(at + 1, key_end - 1), escaped};
      has_key = true;
      at = key_end;
    } else {
      const NodeId node = add(open, has_key ? key : json::RawString{});
      has_key = false;
      const bool is_container = byte == '{' || byte == '[';
      const char* const begin = at;
      at = is_container ? at + 1 : json::skip_value(at, end);
      nodes_[node].text = between(begin, at);
      if (is_container) open.push_back({node});
    }
  }
}

NodeId Tree::add(std::vector<Open>& open, json::RawString key) {
  const auto node = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({});
  nodes_.back().key = key;
  if (open.empty()) return node;
  auto& [parent, last_child] = open.back();
  nodes_.back().parent = parent;
  (last_child == kNowhere ? nodes_[parent].first_child : nodes_[last_child].next) = node;
  last_child = node;
  return node;
}

JsonKind Tree::kind(NodeId node) const {
  switch (nodes_[node].text.front()) {
    case '{': return JsonKind::object;
    case '[': return JsonKind::array;
    case '"': return JsonKind::string;
    case 't':
    case 'f': return JsonKind::boolean;
    case 'n': return JsonKind::null;
    default: return JsonKind::number;
  }
}

NodeId Tree::member(NodeId object, std::string_view name) const {
  if (kind(object) != JsonKind::object) return kNowhere;
  NodeId child = nodes_[object].first_child;
  while (child != kNowhere && !nodes_[child].key.equals(name)) child = nodes_[child].next;
  return child;
}

}  // namespace workbench::schema_repair
