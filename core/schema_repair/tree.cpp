#include "schema_repair/tree.hpp"

#include <optional>

#include "json/bytes.hpp"
#include "json/skip.hpp"
#include "schema_repair/json_schema.hpp"

namespace workbench::schema_repair {

/// A container that has not been read to its end.
struct Tree::Open {
  NodeId node;
  Position position;
  NodeId last_child = kNoNode;
};

Tree::Tree(std::string_view text) : text_(text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto offset = [&text](const char* position) { return static_cast<std::uint32_t>(position - text.data()); };
  constexpr std::size_t kBytesPerNode = 16;  // of most definitions
  nodes_.reserve(text.size() / kBytesPerNode + 1);
  std::vector<Open> open;
  Node next;  // the value that is read next, with its key if that has been read
  bool has_key = false;
  while (at != end) {
    const char byte = *at;
    if (byte == ',' || byte == ':' || json::is_blank(byte)) {
      ++at;
    } else if (byte == '}' || byte == ']') {
      ++at;
      if (open.empty()) return;  // does not occur in a checked text
      nodes_[open.back().node].end = offset(at);
      open.pop_back();
    } else if (byte == '"' && !has_key && !open.empty() && kind(open.back().node) == JsonKind::object) {
      bool escaped = false;
      const char* const key_end = json::skip_string(at, end, escaped);
      next.key = offset(at) + 1;
      next.key_size = (offset(key_end) - offset(at) - 2) & 0x3FFF'FFFFU;
      next.is_key_escaped = escaped;
      has_key = true;
      at = key_end;
    } else {
      const bool is_container = byte == '{' || byte == '[';
      const auto key_read = has_key ? std::optional(key_of(next)) : std::nullopt;
      const Position position = open.empty()   ? Position::definition
                                : is_container ? inner_position(open.back().position, key_read)
                                               : Position::other;
      const bool is_opened = is_container && position != Position::data;
      next.is_data = position == Position::data;
      next.begin = offset(at);
      at = is_opened ? at + 1 : json::skip_value(at, end);
      next.end = offset(at);
      const NodeId node = add(open, next);
      if (is_opened) open.push_back({node, position});
      next = {};
      has_key = false;
    }
  }
}

NodeId Tree::add(std::vector<Open>& open, const Node& node) {
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back(node);
  if (open.empty()) return id;
  Open& parent = open.back();
  nodes_.back().parent = parent.node;
  (parent.last_child == kNoNode ? nodes_[parent.node].first_child : nodes_[parent.last_child].next) = id;
  parent.last_child = id;
  return id;
}

NodeId Tree::member(NodeId object, std::string_view name) const {
  if (kind(object) != JsonKind::object) return kNoNode;
  NodeId child = first_child(object);
  while (child != kNoNode && !key(child).equals(name)) child = next(child);
  return child;
}

bool Tree::may_have_key_with(NodeId object, char first) const {
  for (NodeId child = first_child(object); child != kNoNode; child = next(child)) {
    if (nodes_[child].is_key_escaped != 0 || key(child).text.starts_with(first)) return true;
  }
  return false;
}

}  // namespace workbench::schema_repair
