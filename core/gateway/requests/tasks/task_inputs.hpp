#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include <workbench/caller.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "base/client_request.hpp"
#include "base/weak_handle.hpp"
#include "gateway/requests/tasks/task_at_server.hpp"

namespace workbench::gateway {

/// What a modern server asks in the course of a task whose client waits for its end: each input request is sent to the
/// client once, and the response to the server. (A modern client fetches them with the task. For what a legacy server
/// asks, see HeldInputs.) [loop thread]
class TaskInputs {
 public:
  /// Input requests in one task. A server that sends more is assumed to do so forever.
  static constexpr std::size_t kMaxInputs = 100;

  /// Receives, once, why the task cannot end with a result. It may destroy the caller.
  using Failed = MoveOnlyFunction<void(Error)>;

  /// `client` must outlive it. `task`: our id of the task, which the client knows by it; empty: it knows of none.
  /// `known`: the keys of the input requests that the client was asked, or has answered.
  TaskInputs(TaskAtServer at, detail::ClientRequest& client, std::string task,
             std::shared_ptr<std::set<std::string>> known, Failed failed);

  /// Sends the client those of the InputRequests of a task that it was not sent yet, and the server what it has not
  /// received.
  void ask(const Json& input_requests);

  /// Nothing is sent any more. What the client has not answered may be asked again.
  void close();

 private:
  void ask_one(const JsonMember& input_request);
  [[nodiscard]] Json params_for_client(const Json& params) const;
  void handle_response(const std::string& key, const InputResponse& response);
  void send(const std::string& key, const Json& response);
  void handle_update(const std::string& key, const Json& response, const Response& updated);
  void fail(Error reason);

  const TaskAtServer at_;
  detail::ClientRequest& client_;
  const std::string task_;
  const std::shared_ptr<std::set<std::string>> known_;
  Failed failed_;                       // empty: it is closed, or has failed
  std::set<std::string> open_;          // keys of those that the client has not answered
  std::map<std::string, Json> unsent_;  // responses that have not reached the server, by key
  base::WeakHandleSource<TaskInputs> self_{*this};
};

}  // namespace workbench::gateway
