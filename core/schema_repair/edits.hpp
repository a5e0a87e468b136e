#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// Changes to a text, made all at once. What they do not touch stays to the byte. A change inside of something that is
/// removed or replaced is void.
class Edits {
 public:
  /// Leaves out a member of an object, and the comma that would be left over.
  void remove(NodeId member) { removed_.insert(member); }
  /// `text` instead of the value.
  void replace(NodeId value, std::string text) { replaced_[value] = std::move(text); }
  /// Another key; `key` as JSON, quotes included.
  void rename(NodeId member, std::string key) { renamed_[member] = std::move(key); }
  /// A further member, in front of all others; `member` as JSON, `"key":value`.
  void put_first(NodeId object, std::string member) { put_first_[object] = std::move(member); }

  void take(Edits&& others);

  [[nodiscard]] bool empty() const {
    return removed_.empty() && replaced_.empty() && renamed_.empty() && put_first_.empty();
  }

  /// The text of `tree`, for which all of this was meant, as it should be.
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
