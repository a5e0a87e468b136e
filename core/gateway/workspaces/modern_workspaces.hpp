#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/principal_identity.hpp"
#include "gateway/workspaces/principals.hpp"
#include "gateway/workspaces/workspace.hpp"

namespace workbench::gateway {

/// Owns the workspaces of modern clients. Their number depends on the clients, which declare capabilities with each
/// request: one principal has at most as many as `max_of_principal`, and as many again that are ending.
/// A client finds its workspace at the same cost however many there are. [loop thread]
class ModernWorkspaces {
 public:
  using Owner = PrincipalIdentities::Owner;

  /// By principal, negotiated client capabilities, the clients' folder, and the tool mode:
  /// workspaces of a mode that is not configured any more end when they are idle.
  using Key = std::tuple<Owner, std::string, std::string, config::ToolMode>;

  struct Entry {
    std::unique_ptr<Workspace> workspace;
    EventLoop::Timer idle = nullptr;  ///< set: it has no client
    std::uint64_t idle_order = 0;     ///< which of those without a client has been so for longer
  };
  using Entries = std::map<Key, Entry>;
  using Iterator = Entries::iterator;

  explicit ModernWorkspaces(std::size_t max_of_principal) : max_of_principal_(max_of_principal) {}

  [[nodiscard]] Iterator find(const Key& key) { return entries_.find(key); }
  /// end(): `workspace` is not one of these.
  [[nodiscard]] Iterator find(const Workspace& workspace);

  /// The workspace to end before the principal, which uses as much as `usage`, may have one more. end(): none. busy: it
  /// may not, because all of its workspaces are in use, or too many are ending; the message names the limit.
  [[nodiscard]] Result<Iterator> find_to_replace(const std::string& principal, const PrincipalUsage& usage);

  Iterator add(const Key& key, std::unique_ptr<Workspace> workspace);
  [[nodiscard]] std::unique_ptr<Workspace> extract(Iterator entry);

  /// It has no client; `end` ends it when no client has arrived for some time.
  void set_idle(Iterator entry, EventLoop::Timer end);

  /// The workspaces of the principals of this name, in the order in which they were added.
  [[nodiscard]] const std::vector<Iterator>& of(const std::string& principal) const;

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] Iterator begin() { return entries_.begin(); }
  [[nodiscard]] Iterator end() { return entries_.end(); }
  [[nodiscard]] Entries::const_iterator begin() const { return entries_.begin(); }
  [[nodiscard]] Entries::const_iterator end() const { return entries_.end(); }

 private:
  [[nodiscard]] static const std::string& name_of(Iterator entry) { return std::get<Owner>(entry->first).first.name; }

  const std::size_t max_of_principal_;
  Entries entries_;
  std::unordered_map<const Workspace*, Iterator> places_;
  std::map<std::string, std::vector<Iterator>> by_principal_;  // by name: a principal may have several sets of scopes
  std::uint64_t last_idle_order_ = 0;
};

/// Whether no client uses the workspace, or will return to it: it has no client, no suspended request that a client
/// will repeat with its responses, and is not needed by a plugin, for a task or for a request from another workspace's
/// client.
[[nodiscard]] bool is_unused(const Workspace& workspace);

}  // namespace workbench::gateway
