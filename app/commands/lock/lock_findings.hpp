#pragma once

#include <string>
#include <vector>

#include "commands/lock/listing.hpp"
#include "lock/comparison.hpp"
#include "lock/lock_file.hpp"

namespace workbench::app {

enum class LockState {
  same,       ///< differences that are only notes included
  changed,    ///< a person has to look at it
  added,      ///< the lock file does not have it
  removed,    ///< only the lock file has it
  unchecked,  ///< it could not be compared, see ServerFinding::reason
};

/// One item of a server, compared with the lock file.
struct ItemFinding {
  lock::ItemKey item;
  LockState state = LockState::same;
  std::vector<lock::Difference> differences{};  ///< of an item that both have
  std::string form{};                           ///< what the lock file has once it is accepted; empty: it is removed
  std::string hash{};                           ///< of that, for --expect

  /// Whether there is anything to say about it.
  [[nodiscard]] bool is_silent() const { return state == LockState::same && differences.empty(); }
};

/// One server, compared with the lock file.
struct ServerFinding {
  std::string server;  ///< "TOOLBOX/SERVER"
  LockState state = LockState::same;
  std::string reason{};              ///< of `unchecked`
  bool is_only_start = false;        ///< what starts it is not accepted, so it was not started: the only item
  std::vector<ItemFinding> items{};  ///< all, sorted by kind and name
  std::string hash{};                ///< of everything that it lists, for --expect

  [[nodiscard]] const ItemFinding* find(const lock::ItemKey& item) const;
  /// What the lock file has once all of it is accepted. `locked`: its records, null if it has none. An item that stays
  /// the same keeps its record; another one is accepted `today`.
  [[nodiscard]] lock::ServerRecords accepted(const lock::ServerRecords* locked, const std::string& today) const;
};

/// Compares what starts a server (JSON, see servers::StartFacts) with the lock file. Its state is `same` if the server
/// may be started.
[[nodiscard]] ServerFinding compare_start(const std::string& server, const std::string& start,
                                          const lock::ServerRecords* locked);

/// Adds what the server has listed to such a finding; of two starts, what differs becomes a pattern. `again` may be
/// null: it was started once. A server that failed, or whose texts differ in another way, is `unchecked`.
void compare_lists(ServerFinding& finding, const ListedServer& once, const ListedServer* again,
                   const lock::ServerRecords* locked);

/// A server of the lock file that the configuration does not have.
[[nodiscard]] ServerFinding removed_server(const std::string& server);

}  // namespace workbench::app
