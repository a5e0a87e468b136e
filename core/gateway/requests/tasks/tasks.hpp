#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>

#include "base/client_request.hpp"
#include "base/weak_handle.hpp"
#include "gateway/requests/routed_request.hpp"
#include "gateway/requests/tasks/task_table.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"
#include "servers/event.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// The tasks that servers make of the calls of one workspace's clients, where clients and servers agree on tasks in the
/// same words: the words of 2025-11-25, or of the extension. Every message passes, with the ids exchanged. (A task of
/// which its client knows nothing is a DrivenTask.) [loop thread]
class Tasks {
 public:
  /// `principal`: whose clients they are; empty: anonymous. Both references must outlive it.
  Tasks(const ToolboxSet& toolboxes, TaskTable& table, std::string principal)
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

  /// The same of a call whose client asks for a task, with room for it. Error: the call may not be sent.
  [[nodiscard]] std::optional<PeerError> ask_for(RoutedRequest& call);
  /// The error for a call of a tool that cannot be called as a task.
  [[nodiscard]] static PeerError cannot_be_a_task(const ToolIdentifier& tool);

  // --- requests about tasks ---

  /// A `tasks/get`, `tasks/result`, `tasks/cancel` or `tasks/update` for the pipeline. Absent: it was answered, because
  /// it names no task of the client's principal.
  [[nodiscard]] std::optional<RoutedRequest> route(std::string_view method, const Json& params,
                                                   detail::OwnedRequest request);
  /// Answers `tasks/list`.
  void answer_list(detail::ClientRequest& request) const;

  /// Finds the server that runs the task of `routed`, and its id for the task. False: the request was answered,
  /// because the server or the task has ended.
  [[nodiscard]] bool find_server(RoutedRequest& routed) const;
  /// The answer to `routed` will name the task by our id, and the table will record the task's state from it.
  void exchange_ids(const RoutedRequest& routed);

  // --- what servers send ---

  /// A server's input request in the course of a task, with our id for it, and the response with the server's.
  void relate(const servers::Server& server, servers::InputRequested& requested);

  /// The params of a server's `notifications/tasks/status` as our clients get them; absent: they know of no such task.
  [[nodiscard]] Json status_for_clients(const servers::Server& server, const Json& params);

  /// The params of the progress of a task with the token of the client that wants it; absent: there is none.
  [[nodiscard]] Json progress_for_client(const servers::Server& server, const servers::ProgressReported& progressed);

  /// Whether a task has not ended; the same for the tasks of one server.
  [[nodiscard]] bool has_open() const { return table_.has_open(this); }
  [[nodiscard]] bool has_open_of(const servers::Server& server) const {
    return table_.has_open(this, server.toolbox(), server.name());
  }

 private:
  [[nodiscard]] std::optional<std::string> find_id(const servers::Server& server, const std::string& server_id);

  const ToolboxSet& toolboxes_;
  TaskTable& table_;
  const std::string principal_;
  base::WeakHandleSource<Tasks> self_{*this};
};

}  // namespace workbench::gateway
