#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// Changes to the text of a tree, which are made all at once. The rest of the text is kept byte for byte. A change
/// inside a value that is removed or replaced has no effect.
class Edits {
 public:
  /// Removes a member of an object, and the comma that would remain.
  void remove(NodeId member) { removed_.insert(member); }
  /// Replaces a value by `text`.
  void replace(NodeId value, std::string text) { replaced_[value] = std::move(text); }
  /// Replaces the key of a member; `key` is JSON, quotes included.
  void rename(NodeId member, std::string key) { renamed_[member] = std::move(key); }
  /// Adds a member in front of all others of an object; `member` is JSON, `"key":value`.
  void put_first(NodeId object, std::string member) { put_first_[object] = std::move(member); }

  /// Adds the changes of another part of the same tree.
  void merge(Edits&& others);

  [[nodiscard]] bool empty() const {
    return removed_.empty() && replaced_.empty() && renamed_.empty() && put_first_.empty();
  }

  /// The text of `tree`, to which all of the changes belong, with the changes made.
  [[nodiscard]] std::string applied_to(const Tree& tree) const;

 private:
  struct Splice;
  void splice_members(const Tree& tree, NodeId object, std::vector<Splice>& splices) const;

  std::set<NodeId> removed_;
  std::map<NodeId, std::string> replaced_;
  std::map<NodeId, std::string> renamed_;
  std::map<NodeId, std::string> put_first_;
};

}  // namespace workbench::schema_repair
