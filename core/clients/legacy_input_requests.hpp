#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <workbench/caller.hpp>

#include "base/weak_handle.hpp"
#include "clients/elicitation_ids.hpp"
#include "clients/open_input.hpp"
#include "clients/outgoing.hpp"
#include "protocol/revision.hpp"

namespace workbench::clients {

class Request;

/// The input requests that a legacy client has been sent and has not answered, under ids of our own. [loop thread]
class LegacyInputRequests {
 public:
  /// `outgoing` must outlive it.
  explicit LegacyInputRequests(Outgoing& outgoing) : outgoing_(outgoing) {}

  /// Sends one; `done` is called once, perhaps at once, unless the input request is dropped before. `related` is the
  /// client's request that it belongs to; null: none. The response is -32601 if the client has not declared the
  /// capability, and an Error if the input request has no form in the client's revision or is cancelled.
  void send(InputRequest input_request, protocol::Revision revision, const Json& capabilities, const Request* related,
            MoveOnlyFunction<void(InputResponse)> done);

  /// The elicitations in URL mode that the client has been sent, also by an error.
  [[nodiscard]] ElicitationIds& elicitations() { return elicitations_; }

  /// Whether one was sent in the course of `related` and has no response yet.
  [[nodiscard]] bool has_open(const Request& related) const;

  /// All that have no response yet, in the order in which they were sent.
  [[nodiscard]] OpenInputs open() const;

  /// `related` has ended: its input requests are cancelled at the client and dropped without a response.
  void drop(const Request& related);

 private:
  struct Sent {
    const Request* related;  // null: none; only compared, since it may have been destroyed
    std::string related_id;  // as it was written
    OpenInput input;
  };

  void cancel(std::uint64_t id, const Json& reason);

  Outgoing& outgoing_;
  ElicitationIds elicitations_;
  base::WeakHandleSource<LegacyInputRequests> self_{*this};  // for cancellations and responses
  std::map<std::uint64_t, Sent> sent_;
};

}  // namespace workbench::clients
