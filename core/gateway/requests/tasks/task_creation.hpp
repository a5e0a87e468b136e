#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

#include "base/client_request.hpp"
#include "base/weak_handle.hpp"
#include "gateway/requests/routed_request.hpp"
#include "gateway/requests/tasks/task_table.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// Which calls of one workspace's clients become tasks, and what their clients are told of it. A client of 2025-11-25
/// asks for a task with each call, and must get one if the tool can be called so; with the extension, the client says
/// what it can take, and the server decides. The workbench decides in a legacy server's place: it asks for a task where
/// the tool has tasks, as the official clients that know tasks do. [loop thread]
class TaskCreation {
 public:
  /// How long the workbench keeps the result of a call that its server has answered without a task, at most, and unless
  /// the client asks for less.
  static constexpr std::chrono::minutes kMaxKeptLifetime{10};

  /// `tasks`: the workspace's; `principal`: see Tasks. All must outlive it.
  TaskCreation(Tasks& tasks, TaskTable& table, const std::string& principal)
      : tasks_(tasks), table_(table), principal_(principal) {}
  TaskCreation(const TaskCreation&) = delete;
  TaskCreation& operator=(const TaskCreation&) = delete;

  /// Whether clients may call a tool of this server as a task: all tools of a modern server with the extension, which
  /// decides with each call; those that say so of a legacy one.
  [[nodiscard]] static bool is_possible(const servers::Server& server, std::string_view tool);

  /// The client of `call` has asked for a task: if the call is answered with a result that does not tell of a task, the
  /// client is told of one that has ended with it, wherever the result comes from. For calls whose `task` is not
  /// absent.
  void promise(RoutedRequest& call);

  /// The call is about to be sent to its server, which may make a task of it if the client wants or takes one, and
  /// there is room for one more. Error: the call may not be sent.
  [[nodiscard]] std::optional<PeerError> agree(RoutedRequest& call);

  /// The error for a call of a tool that cannot be called as a task.
  [[nodiscard]] static PeerError cannot_be_a_task(const ToolIdentifier& tool);

 private:
  /// False: there is no room for one more.
  [[nodiscard]] bool expect(RoutedRequest& call);
  [[nodiscard]] std::optional<PeerError> ask_for(RoutedRequest& call);
  void add_created(Json& result, TaskTable::Entry entry, const servers::Server& server,
                   const CallerIdentity& client) const;
  void keep_finished(Json& result, const ToolIdentifier& tool, const CallerIdentity& client,
                     std::chrono::milliseconds lifetime) const;

  Tasks& tasks_;
  TaskTable& table_;
  const std::string& principal_;
  base::WeakHandleSource<TaskCreation> self_{*this};
};

}  // namespace workbench::gateway
