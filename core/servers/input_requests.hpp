#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>

#include <workbench/caller.hpp>
#include <workbench/connection.hpp>

#include "jsonrpc/envelope.hpp"

namespace workbench::servers {

/// The questions that a server has asked and that have not been answered. The functions that answer them may outlive
/// the connection; then they do nothing. [loop thread]
class InputRequests {
 public:
  /// `connection` must outlive the questions.
  explicit InputRequests(Connection& connection)
      : alive_(std::make_shared<InputRequests*>(this)), connection_(connection) {}

  /// Whether requests of this method are questions to a client.
  [[nodiscard]] static bool is_input_request(std::string_view method);

  /// The question that this request is.
  [[nodiscard]] InputRequest take(const jsonrpc::Envelope& request);

  /// What sends the answer to `id`, which has been taken: a result, the client's own error, or an Error of ours as
  /// -32603.
  [[nodiscard]] MoveOnlyFunction<void(Response)> answer_to(const jsonrpc::Id& id) const;

  /// The server does not want to know any more: an answer will be thrown away.
  void cancel(const jsonrpc::Id& id);
  void cancel_all();

 private:
  void send(const jsonrpc::Id& id, const Response& answer);

  std::shared_ptr<InputRequests*> alive_;
  Connection& connection_;
  std::unordered_map<jsonrpc::Id, std::shared_ptr<CancellationHandle>, jsonrpc::Id::Hash> open_;
};

}  // namespace workbench::servers
