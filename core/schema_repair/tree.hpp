#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "json/raw_string.hpp"

namespace workbench::schema_repair {

using NodeId = std::uint32_t;
inline constexpr NodeId kNowhere = 0xFFFF'FFFF;

/// One value of a text, with the key that it has as a member of an object.
struct Node {
  std::string_view text;
  json::RawString key;
  NodeId parent = kNowhere;
  NodeId first_child = kNowhere;
  NodeId next = kNowhere;  ///< the next member or element of the same parent
};

/// All values of a JSON text that has been checked before, found in one pass without recursion. The text must outlive
/// the tree, and is smaller than 4 GiB.
class Tree {
 public:
  static constexpr NodeId kRoot = 0;

  explicit Tree(std::string_view text);

  [[nodiscard]] const Node& operator[](NodeId node) const { return nodes_[node]; }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] JsonKind kind(NodeId node) const;

  /// Of duplicate members, the first; kNowhere: there is none. Takes as long as the object has members.
  [[nodiscard]] NodeId member(NodeId object, std::string_view name) const;

 private:
  struct Open;
  NodeId add(std::vector<Open>& open, json::RawString key);

  std::string_view text_;
  std::vector<Node> nodes_;
};

/// Where the key of a member begins, its quote included.
[[nodiscard]] inline const char* key_begin(const Node& member) {
  return member.key.text.data() - 1;
}
[[nodiscard]] inline const char* value_end(const Node& node) {
  return node.text.data() + node.text.size();
}

}  // namespace workbench::schema_repair
