#pragma once

#include <memory>

#include <workbench/response.hpp>

#include "gateway/requests/routed_request.hpp"
#include "gateway/requests/tasks/task_at_server.hpp"
#include "gateway/requests/tasks/task_table.hpp"

namespace workbench::gateway {

/// A request about a task whose client and server have different words for tasks: it is carried out with the requests
/// of the server's words, and answered in the client's. The table in docs/protocol/tasks.md has what becomes of each.
/// Owned by the functions that wait for the server. [loop thread]
class TranslatedTaskRequest : public std::enable_shared_from_this<TranslatedTaskRequest> {
 public:
  /// Carries out a request whose server has been found. The client is answered in every case. `table`, which has its
  /// task, must outlive the server.
  static void send(TaskTable& table, RoutedRequest&& routed);

 private:
  TranslatedTaskRequest(TaskTable& table, RoutedRequest&& routed);

  [[nodiscard]] detail::ClientRequest& client() const { return *routed_.request; }
  [[nodiscard]] bool has_modern_client() const { return client().identity().is_modern; }

  void begin();
  void carry_out();
  void get();
  void cancel_for_legacy_client();
  void cancel_unless_ended(const Json& state);
  void cancel_at_legacy_server();
  void acknowledge_end(const PeerError& refusal);
  void await_result();
  void update();

  void answer_with_task(const Json& detailed_task);
  void answer_with_outcome(Response outcome);
  /// It is not a result.
  void fail(const Response& response);
  void handle_failure(const Error& reason);

  TaskTable& table_;
  RoutedRequest routed_;
  TaskAtServer at_;
};

/// Answers a request about a task that the workbench itself keeps (`detailed_task`, which has ended), in the words of
/// its client.
void answer_settled(RoutedRequest& routed, const Json& detailed_task);

}  // namespace workbench::gateway
