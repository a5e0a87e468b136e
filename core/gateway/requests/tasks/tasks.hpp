#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/detail/client_request.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>

#include "base/weak_handle.hpp"
#include "gateway/requests/tasks/task_table.hpp"
#include "servers/event.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

class Toolboxes;

/// The tasks that servers make of the calls of one workspace's clients, where clients and servers agree on tasks in the
/// same words: those of 2025-11-25, or those of the extension. Every message passes, with the ids exchanged. (A task of
/// which its client knows nothing is a DrivenTask.) [loop thread]
class Tasks {
 public:
  /// `principal`: whose clients they are; empty: anonymous. Both references must outlive it.
  Tasks(Toolboxes& toolboxes, TaskTable& table, std::string principal)
      : toolboxes_(toolboxes), table_(table), principal_(std::move(principal)) {}
  Tasks(const Tasks&) = delete;
  Tasks& operator=(const Tasks&) = delete;
  ~Tasks() { table_.remove_of(this); }

  /// Whether the client of a call and this server agree on tasks, so that the server may make a task of the call.
  [[nodiscard]] static bool agree(const detail::ClientRequest& call, const servers::Server& server);

  /// `call` of `tool` is about to be sent to `server`, which may make a task of it. `progress_id` will be what it is
  /// when the task is created: the progress token that the server was sent; null: the server is a modern one, where
  /// tasks report no progress. False: there is no room for one more.
  [[nodiscard]] bool expect(const ToolIdentifier& tool, servers::ServerLease server, detail::ClientRequest& call,
                            std::shared_ptr<const std::uint64_t> progress_id);

  /// Answers `tasks/get`, `tasks/result`, `tasks/list`, `tasks/cancel` and `tasks/update`.
  void forward(std::string_view method, const Json& params, detail::OwnedRequest request);

  /// What a server asks in the course of a task, with our id for it, and the response with the server's.
  void relate(const servers::Server& server, servers::InputRequested& requested);

  /// The params of a server's `notifications/tasks/status` as our clients get them; absent: they know of no such task.
  [[nodiscard]] Json status_for_clients(const servers::Server& server, const Json& params);

  /// The params of the progress of a task with the token of the client that wants it; absent: there is none.
  [[nodiscard]] Json progress_for_client(const servers::Server& server, const servers::TaskProgressed& progressed);

  /// Whether a task has not ended; the same of those of one server.
  [[nodiscard]] bool has_open() const { return table_.has_open(this); }
  [[nodiscard]] bool has_open_of(const servers::Server& server) const {
    return table_.has_open(this, server.toolbox(), server.name());
  }

 private:
  void answer_list(detail::ClientRequest& request) const;
  [[nodiscard]] std::optional<std::string> find_id(const servers::Server& server, const std::string& server_id);

  Toolboxes& toolboxes_;
  TaskTable& table_;
  const std::string principal_;
  base::WeakHandleSource<Tasks> self_{*this};
};

}  // namespace workbench::gateway
