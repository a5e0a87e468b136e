#include "gateway/workspaces/modern_workspaces.hpp"

#include <utility>

namespace workbench::gateway {

bool is_unused(const Workspace& workspace) {
  return workspace.clients().is_empty() && workspace.suspended_requests().is_empty() &&
         !workspace.is_needed_without_clients() && !workspace.is_needed_by_plugins();
}

ModernWorkspaces::Iterator ModernWorkspaces::find(const Workspace& workspace) {
  const auto found = places_.find(&workspace);
  return found == places_.end() ? entries_.end() : found->second;
}

Result<ModernWorkspaces::Iterator> ModernWorkspaces::find_to_replace(const std::string& principal,
                                                                     const PrincipalUsage& usage) {
  const auto refuse = [this](const std::string& why) {
    return Error{ErrorKind::busy,
                 "Too many sets of client capabilities at once for this principal (limits.principalWorkspaces = " +
                     std::to_string(max_of_principal_) + "); " + why};
  };
  const std::vector<Iterator>& present = of(principal);
  if (usage.modern_workspaces >= present.size() + max_of_principal_) {
    return refuse("the servers of earlier ones are still ending: try again in a moment");
  }
  if (present.size() < max_of_principal_) return entries_.end();
  Iterator oldest = entries_.end();
  for (const Iterator entry : present) {
    if (entry->second.idle == nullptr || !is_unused(*entry->second.workspace)) continue;
    if (oldest == entries_.end() || entry->second.idle_order < oldest->second.idle_order) oldest = entry;
  }
  if (oldest == entries_.end()) {
    return refuse("all are in use: declare the capabilities of one of them, or wait for requests to be answered");
  }
  return oldest;
}

ModernWorkspaces::Iterator ModernWorkspaces::add(const Key& key, std::unique_ptr<Workspace> workspace) {
  const Iterator added = entries_.try_emplace(key, Entry{std::move(workspace)}).first;
  places_.emplace(added->second.workspace.get(), added);
  by_principal_[name_of(added)].push_back(added);
  return added;
}

std::unique_ptr<Workspace> ModernWorkspaces::extract(Iterator entry) {
  std::unique_ptr<Workspace> extracted = std::move(entry->second.workspace);
  places_.erase(extracted.get());
  const auto of_principal = by_principal_.find(name_of(entry));
  std::erase(of_principal->second, entry);
  if (of_principal->second.empty()) by_principal_.erase(of_principal);
  entries_.erase(entry);
  return extracted;
}

void ModernWorkspaces::set_idle(Iterator entry, EventLoop::Timer end) {
  entry->second.idle = std::move(end);
  entry->second.idle_order = ++last_idle_order_;
}

const std::vector<ModernWorkspaces::Iterator>& ModernWorkspaces::of(const std::string& principal) const {
  static const std::vector<Iterator> kNoWorkspaces;
  const auto found = by_principal_.find(principal);
  return found == by_principal_.end() ? kNoWorkspaces : found->second;
}

}  // namespace workbench::gateway
