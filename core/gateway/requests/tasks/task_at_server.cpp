#include "gateway/requests/tasks/task_at_server.hpp"

#include <memory>
#include <utility>
#include <variant>

#include "json/escape.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/tasks.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

std::uint64_t TaskAtServer::request(std::string_view method, std::string_view members, std::chrono::milliseconds limit,
                                    MoveOnlyFunction<void(Response)> done) const {
  servers::ServerRun* const run = server->ready_run();
  if (run == nullptr) {
    done(server_has_ended());
    return 0;
  }
  const std::uint64_t request_id = run->connection().next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(request_id), method);
  message.append("{\"taskId\":").append(json::quoted(id)).append(members);
  if (is_modern()) message.append(",\"_meta\":{").append(modern_meta).append("}");
  message.append("}}");
  const auto is_pending = std::make_shared<bool>(true);
  auto answered = [is_pending, done = std::move(done)](Response response) mutable {
    *is_pending = false;
    done(std::move(response));
  };
  run->connection().request(request_id, std::move(message), limit,
                            std::make_unique<jsonrpc::CallbackRequest>(std::move(answered)));
  return *is_pending ? request_id : 0;
}

std::uint64_t TaskAtServer::request(std::string_view method, std::string_view members,
                                    MoveOnlyFunction<void(Response)> done) const {
  return request(method, members, server->configured().call_limit(), std::move(done));
}

bool may_be_answered_later(const Response& failure) {
  if (const auto* const error = std::get_if<PeerError>(&failure)) {
    return !protocol::is_unknown_task(*error) && jsonrpc::code_of(error->object) != jsonrpc::kMethodNotFound;
  }
  switch (std::get<Error>(failure).kind) {
    case ErrorKind::unavailable:
    case ErrorKind::timed_out:
    case ErrorKind::protocol:
    case ErrorKind::busy: return true;
    default: return false;
  }
}

Error TaskAtServer::server_has_ended() {
  return {ErrorKind::unavailable, "the server has ended, and with it the task that it made of the call"};
}

}  // namespace workbench::gateway
