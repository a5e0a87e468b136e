#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "json/raw_string.hpp"

namespace workbench::schema_repair {

/// A value of a tree. The values inside a value have greater ids than the value itself.
using NodeId = std::uint32_t;
/// No value: what a search without a result returns.
inline constexpr NodeId kNoNode = 0xFFFF'FFFF;

/// The values of a tool definition, which has been checked to be JSON before, found in one pass without recursion.
/// Values inside the data of a schema (`default`, `examples` and the like) are not among them. The text must outlive
/// the tree and be smaller than 1 GiB.
class Tree {
 public:
  static constexpr NodeId kRoot = 0;

  explicit Tree(std::string_view text);

  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  /// The whole text.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  [[nodiscard]] JsonKind kind(NodeId node) const { return Json(nullptr, text_.substr(nodes_[node].begin, 1)).kind(); }
  /// The text of a value.
  [[nodiscard]] std::string_view text(NodeId node) const {
    return text_.substr(nodes_[node].begin, nodes_[node].end - nodes_[node].begin);
  }
  /// The characters of a string; empty for other values.
  [[nodiscard]] std::string characters(NodeId node) const { return json::raw_string_of(text(node)).decoded(); }
  /// The key of a member of an object; empty for other values.
  [[nodiscard]] json::RawString key(NodeId node) const { return key_of(nodes_[node]); }
  /// kNoNode for the root.
  [[nodiscard]] NodeId parent(NodeId node) const { return nodes_[node].parent; }
  /// The next value in the same parent, or kNoNode.
  [[nodiscard]] NodeId next(NodeId node) const { return nodes_[node].next; }
  /// The first value in an object or array, or kNoNode.
  [[nodiscard]] NodeId first_child(NodeId node) const { return nodes_[node].first_child; }
  /// Whether it is the value of a keyword such as `default`, which is data: an object or array has no children then.
  [[nodiscard]] bool is_data(NodeId node) const { return nodes_[node].is_data != 0; }

  class Children;
  /// The members of an object or the elements of an array, for a range-based for.
  [[nodiscard]] Children children(NodeId node) const;

  /// The first if there are duplicates; kNoNode if there is none. Takes time linear in the number of members.
  [[nodiscard]] NodeId member(NodeId object, std::string_view name) const;
  /// Whether the object has a key that begins with this character, or one that is written with escapes.
  [[nodiscard]] bool may_have_key_with(NodeId object, char first) const;

 private:
  // Offsets instead of pointers: a node of a large text is smaller than the shortest member of an object it stands for.
  struct Node {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t key = 0;
    std::uint32_t key_size : 30 = 0;
    std::uint32_t is_key_escaped : 1 = 0;
    std::uint32_t is_data : 1 = 0;
    NodeId parent = kNoNode;
    NodeId first_child = kNoNode;
    NodeId next = kNoNode;
  };
  struct Open;

  [[nodiscard]] json::RawString key_of(const Node& node) const {
    return {text_.substr(node.key, node.key_size), node.is_key_escaped != 0};
  }
  NodeId add(std::vector<Open>& open, const Node& node);

  std::string_view text_;
  std::vector<Node> nodes_;
};

class Tree::Children {
 public:
  class Iterator {
   public:
    Iterator(const Tree& tree, NodeId node) : tree_(&tree), node_(node) {}
    NodeId operator*() const { return node_; }
    Iterator& operator++() {
      node_ = tree_->next(node_);
      return *this;
    }
    bool operator!=(const Iterator& other) const { return node_ != other.node_; }

   private:
    const Tree* tree_;
    NodeId node_;
  };

  Children(const Tree& tree, NodeId first) : tree_(tree), first_(first) {}
  [[nodiscard]] Iterator begin() const { return {tree_, first_}; }
  [[nodiscard]] Iterator end() const { return {tree_, kNoNode}; }
  [[nodiscard]] bool empty() const { return first_ == kNoNode; }

 private:
  const Tree& tree_;
  NodeId first_;
};

inline Tree::Children Tree::children(NodeId node) const {
  return {*this, first_child(node)};
}

}  // namespace workbench::schema_repair
