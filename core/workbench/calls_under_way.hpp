#pragma once

#include <utility>
#include <vector>

#include "mcp/client_peer.hpp"
#include "workbench/caller.hpp"

namespace workbench {

class ForwardedRequest;

/// The requests that one server is working on. A server of the handshake era asks its questions without saying for
/// which of them, so that they have to be told apart by who is there. [loop thread]
class CallsUnderWay {
 public:
  void enter(ForwardedRequest& request) {
    requests_.push_back(&request);
    was_used_ = true;
  }
  void leave(ForwardedRequest& request);

  /// Asks the client whose request must be meant: the one that is under way and not itself waiting for its client; or
  /// the session, if all of them are its own or there are none. `peer` may be null: nobody is there between requests.
  /// If nobody can be meant for sure, the question is answered with an error.
  void ask(Question question, mcp::ClientPeer* peer, MoveOnlyFunction<void(PeerAnswer)> answered);

  /// Whether there has been a request since the last time that this was asked.
  [[nodiscard]] bool take_used() { return std::exchange(was_used_, false) || !requests_.empty(); }

  /// The one request that a log message of the server's must belong to; null: none, or nobody can tell.
  [[nodiscard]] ForwardedRequest* only_one() const;

 private:
  [[nodiscard]] std::vector<ForwardedRequest*> running() const;

  std::vector<ForwardedRequest*> requests_;
  bool was_used_ = false;
};

}  // namespace workbench
