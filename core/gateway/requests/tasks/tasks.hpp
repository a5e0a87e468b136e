#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>
#include <workbench/result.hpp>

#include "base/client_request.hpp"
#include "base/weak_handle.hpp"
#include "gateway/requests/routed_request.hpp"
#include "gateway/requests/tasks/task_at_server.hpp"
#include "gateway/requests/tasks/task_creation.hpp"
#include "gateway/requests/tasks/task_table.hpp"
#include "gateway/requests/tasks/task_watch.hpp"
#include "gateway/requests/tasks/translated_task_request.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"
#include "servers/event.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// The tasks that servers make of the calls of one workspace's clients. Between a client and a server of the same words
/// (2025-11-25, or the extension) every message passes, with the ids exchanged; between others it is translated. (A
/// task of which its client knows nothing is a DrivenTask.) [loop thread]
class Tasks {
 public:
  /// `principal`: whose clients they are; empty: anonymous. All references must outlive it.
  Tasks(Host& host, const ToolboxSet& toolboxes, TaskTable& table, std::string principal)
      : host_(host), toolboxes_(toolboxes), table_(table), principal_(std::move(principal)) {}
  Tasks(const Tasks&) = delete;
  Tasks& operator=(const Tasks&) = delete;
  ~Tasks() { table_.remove_of(this); }

  /// Which calls become tasks.
  [[nodiscard]] TaskCreation& creation() { return creation_; }

  // --- requests about tasks ---

  /// A `tasks/get`, `tasks/result`, `tasks/cancel` or `tasks/update` for the pipeline. Absent: it was answered, because
  /// it names no task of the client's principal.
  [[nodiscard]] std::optional<RoutedRequest> route(std::string_view method, const Json& params,
                                                   detail::OwnedRequest request);
  /// Answers `tasks/list`.
  void answer_list(detail::ClientRequest& request) const;

  /// Finds the server that runs the task of `routed`, and its id for the task. False: the request was answered,
  /// because the server or the task has ended, or the workbench itself keeps its last state.
  [[nodiscard]] bool find_server(RoutedRequest& routed) const;
  /// The answer to `routed`, which is not translated, will name the task by our id, and the table will record the
  /// task's state from it.
  void exchange_ids(const RoutedRequest& routed);
  /// Carries out a request whose client and server have different words for tasks.
  void translate(RoutedRequest&& routed) { TranslatedTaskRequest::send(table_, std::move(routed)); }

  // --- notifications of clients ---

  /// Notifies a client of the states of a task, until what is returned is destroyed; see TaskWatch. Null: the client
  /// may not be notified of it, because another principal has it, or `scopes` are too few. `scopes` null: not
  /// limited.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> watch(const std::string& id, const Scopes* scopes,
                                                               TaskWatch::Notify notify);

  // --- what servers send ---

  /// Keeps a legacy server's input request in the course of a task that a modern client has made: the client fetches it
  /// with the task. False: it is another one, and unchanged.
  [[nodiscard]] bool hold(const servers::Server& server, servers::InputRequested& requested);

  /// A server's input request in the course of a task, with our id for it, and the response with the server's.
  void relate(const servers::Server& server, servers::InputRequested& requested);

  /// The params of a server's `notifications/tasks/status` as our legacy clients get them; absent: they have no such
  /// task.
  [[nodiscard]] Json status_for_clients(const servers::Server& server, const Json& params);

  /// The params of the progress of a task with the token of the client that wants it; absent: there is none.
  [[nodiscard]] Json progress_for_client(const servers::Server& server, const servers::ProgressReported& progressed);

  /// Whether a task has not ended; the same for the tasks of one server.
  [[nodiscard]] bool has_open() const { return table_.has_open(this); }
  [[nodiscard]] bool has_open_of(const servers::Server& server) const {
    return table_.has_open(this, server.toolbox(), server.name());
  }

 private:
  /// The state of a task, as fetch_state() has it. Error not_found: it is unknown, or its server has ended.
  void fetch(const std::string& id, MoveOnlyFunction<void(Response)> done);
  /// Where the task of an entry is. not_found: its server is not configured any more, or has ended, and the task with
  /// it.
  [[nodiscard]] Result<TaskAtServer> locate(const std::string& id, const TaskTable::Entry& entry) const;
  [[nodiscard]] std::optional<std::string> find_id(const servers::Server& server, const std::string& server_id);

  Host& host_;
  const ToolboxSet& toolboxes_;
  TaskTable& table_;
  const std::string principal_;
  TaskCreation creation_{*this, table_, principal_};
  base::WeakHandleSource<Tasks> self_{*this};
};

}  // namespace workbench::gateway
