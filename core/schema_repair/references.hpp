#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// Where the references of one schema lead. A resource is the schema itself or one inside of it with an `$id` of its
/// own; pointers and anchors count from the resource that they stand in. Nothing is fetched.
class References {
 public:
  explicit References(const Tree& tree) : tree_(tree) {}

  /// False: the name is taken.
  [[nodiscard]] bool name_resource(std::string id, NodeId schema);
  [[nodiscard]] bool name_anchor(NodeId resource, std::string_view anchor, NodeId schema);

  struct Target {
    NodeId schema = kNowhere;  ///< kNowhere: there is nothing, or it is elsewhere
    NodeId resource = kNowhere;
    bool is_elsewhere = false;  ///< in another document
  };
  [[nodiscard]] Target find(std::string_view reference, NodeId resource);

  /// Keeps where the `$ref` of a schema leads.
  void follow(NodeId schema, NodeId target) { targets_[schema] = target; }

  /// A schema whose `$ref` leads back to itself by nothing but `$ref`, if there is one.
  [[nodiscard]] std::optional<NodeId> circle() const;

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

  NodeId walk(std::string_view pointer, NodeId from);
  void enter_steps();

  const Tree& tree_;
  std::unordered_map<std::string, NodeId> resources_;
  std::unordered_map<Step, NodeId, StepHash> anchors_;  // from a resource
  std::unordered_map<Step, NodeId, StepHash> steps_;    // all there are, entered when the first pointer is met
  std::unordered_map<NodeId, NodeId> targets_;
};

}  // namespace workbench::schema_repair
