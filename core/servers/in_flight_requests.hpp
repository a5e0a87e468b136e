#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include <workbench/detail/client_request.hpp>

#include "base/node_recycler.hpp"

namespace workbench::servers {

/// The clients' requests that one run of a server is working on, by our ids. A legacy server sends log messages and
/// input requests without saying for which of them, so they are attributed by what is in flight. A request that
/// was cancelled or has timed out is in flight until the server has answered it, or the time for an answer has passed:
/// until then the server may still speak about it. [loop thread]
class InFlightRequests {
 public:
  using Clock = std::chrono::steady_clock;

  struct Entry {
    detail::ClientRequest* request = nullptr;    ///< null: its client has cancelled it, or its time limit has passed
    std::shared_ptr<const Principal> principal;  ///< null: anonymous
    const Toolboxes* toolboxes = nullptr;        ///< identifies an anonymous client; never dereferenced
    Clock::time_point until = {};                ///< when one with a null request is forgotten
  };
  using Entries = std::unordered_map<std::uint64_t, Entry>;  ///< by id

  void add(std::uint64_t id, detail::ClientRequest& request);
  /// The server has answered it, or never received it.
  void remove(std::uint64_t id);
  /// Its client does not wait for it any more, but the server may work on it for `time` longer.
  void abandon(std::uint64_t id, std::chrono::milliseconds time);

  /// All of them, abandoned ones included, in no order.
  [[nodiscard]] const Entries& entries();

  /// Whether all of them belong to the same client, or to the clients of one principal.
  [[nodiscard]] bool belong_together();

  /// The one request that everything which the server sends now belongs to; null: there is none, or there are several.
  [[nodiscard]] const Entry* only_one();

  /// Whether there has been a request since the last call.
  [[nodiscard]] bool test_and_clear_used() { return std::exchange(was_used_, false) || !entries_.empty(); }

 private:
  void forget_overdue();

  Entries entries_;
  base::NodeRecycler<Entries> nodes_;
  std::size_t abandoned_ = 0;
  bool was_used_ = false;
};

}  // namespace workbench::servers
