#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/caller.hpp>
#include <workbench/host.hpp>
#include <workbench/message.hpp>

#include "jsonrpc/envelope.hpp"
#include "protocol/revision.hpp"

namespace workbench::clients {

class SessionRequest;

/// What a legacy client has been asked and has not answered yet, under ids of our own. [loop thread]
class InputRequests {
 public:
  /// `send` sends a message to the client.
  InputRequests(Host& host, MoveOnlyFunction<void(Message)> send)
      : alive_(std::make_shared<InputRequests*>(this)), host_(host), send_(std::move(send)) {}

  /// Asks; `answered` is called once, perhaps at once, unless the question is dropped before. `related` is the request
  /// in whose course it comes up; null: none. What the client did not declare to understand is answered with -32601,
  /// and what has no form in its revision, or is taken back, with an Error.
  void ask(InputRequest input_request, protocol::Revision revision, const Json& capabilities,
           const SessionRequest* related, MoveOnlyFunction<void(Response)> answered);

  /// Takes a response of the client's. False: nobody waits for it (any more).
  bool take(const jsonrpc::Envelope& response);

  /// Nobody wants to know any more what was asked for `related`: the client is told to forget it.
  void drop(const SessionRequest* related);

  /// The client is gone: nobody is answered any more.
  void clear();

 private:
  struct Waiting {
    const SessionRequest* related;  // null: none; it may be gone, and is only compared
    std::string related_id;         // as it was spelled
    MoveOnlyFunction<void(Response)> answered;
  };

  void cancel(std::uint64_t id);
  /// Tells the client to forget a question.
  void notify_cancelled(std::uint64_t id, const std::string& related_id);

  std::shared_ptr<InputRequests*> alive_;  // questions may be taken back when it is gone
  Host& host_;
  MoveOnlyFunction<void(Message)> send_;
  std::map<std::uint64_t, Waiting> waiting_;
  std::uint64_t last_id_ = 0;
};

}  // namespace workbench::clients
