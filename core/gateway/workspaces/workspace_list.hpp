#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <unordered_map>
#include <utility>

#include "gateway/workspaces/workspace.hpp"

namespace workbench::gateway {

/// Owns workspaces, in the order in which they were added. Each is found, added and extracted at the same cost however
/// many there are. [loop thread]
class WorkspaceList {
 public:
  Workspace& add(std::unique_ptr<Workspace> workspace) {
    Workspace& added = *list_.emplace_back(std::move(workspace));
    places_.emplace(&added, std::prev(list_.end()));
    return added;
  }

  [[nodiscard]] bool has(const Workspace& workspace) const { return places_.count(&workspace) > 0; }

  /// Null: it is not in the list. `workspace` is only compared: it may have been destroyed.
  [[nodiscard]] std::unique_ptr<Workspace> extract(const Workspace* workspace) {
    const auto found = places_.find(workspace);
    if (found == places_.end()) return nullptr;
    std::unique_ptr<Workspace> extracted = std::move(*found->second);
    list_.erase(found->second);
    places_.erase(found);
    return extracted;
  }

  [[nodiscard]] std::size_t size() const { return list_.size(); }
  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }

 private:
  using List = std::list<std::unique_ptr<Workspace>>;

  List list_;
  std::unordered_map<const Workspace*, List::iterator> places_;
};

}  // namespace workbench::gateway
