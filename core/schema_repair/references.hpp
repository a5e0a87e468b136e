#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// Looks up references within one schema. A resource is the schema itself or one inside it that has an `$id`; JSON
/// pointers and anchors are relative to the resource in which the reference is. Nothing is fetched.
class References {
 public:
  explicit References(const Tree& tree) : tree_(tree) {}

  /// False if the name is taken.
  [[nodiscard]] bool add_resource(std::string id, NodeId schema);
  [[nodiscard]] bool add_anchor(NodeId resource, std::string_view anchor, NodeId schema);

  struct Target {
    NodeId schema = kNoNode;  ///< kNoNode: there is none, or it is in another document
    NodeId resource = kNoNode;
    bool is_elsewhere = false;  ///< in another document
    bool is_data = false;       ///< in the data of a schema, where nothing is looked up
  };
  [[nodiscard]] Target find(std::string_view reference, NodeId resource);

  /// Records the target of the `$ref` of a schema, for find_cycle().
  void add_target(NodeId schema, NodeId target) { targets_[schema] = target; }

  /// A schema whose chain of `$ref`s leads back to itself, if there is one.
  [[nodiscard]] std::optional<NodeId> find_cycle() const;

 private:
  struct Step {
    NodeId from;
    std::string key;
    bool operator==(const Step&) const = default;
  };
  struct StepHash {
    std::size_t operator()(const Step& step) const noexcept {
      return std::hash<std::string>{}(step.key) ^ (std::size_t{step.from} * 0x9E37'79B9'7F4A'7C15U);
    }
  };

  Target follow_pointer(std::string_view pointer, NodeId resource);
  void index(NodeId parent);

  const Tree& tree_;
  std::unordered_map<std::string, NodeId> resources_;
  std::unordered_map<Step, NodeId, StepHash> anchors_;  // by resource and name
  std::unordered_map<Step, NodeId, StepHash> steps_;    // the children of the values in `indexed_`, by key
  std::unordered_set<NodeId> indexed_;
  std::unordered_map<NodeId, NodeId> targets_;
};

/// A key as a step of a JSON pointer (RFC 6901) in a URI fragment (RFC 3986).
[[nodiscard]] std::string escaped_pointer_step(std::string_view key);
/// The key that such a step means, however it is escaped.
[[nodiscard]] std::string unescaped_pointer_step(std::string_view step);

}  // namespace workbench::schema_repair
