#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "servers/server_lease.hpp"

namespace workbench::gateway {

/// A task as its server knows it, for the requests that the workbench itself sends about it. [loop thread]
struct TaskAtServer {
  servers::ServerLease server;
  std::string id;           ///< the server's
  std::string modern_meta;  ///< the members of `_meta` of a request to a modern server; empty: it is a legacy one

  [[nodiscard]] bool is_modern() const { return !modern_meta.empty(); }

  /// Sends a request about it, with `members` of the params behind the id: `,"name":value`. `done` is called once:
  /// later, or at once if the server does not run, or does not read. Returns the id of the request; 0: `done` has been
  /// called.
  std::uint64_t request(std::string_view method, std::string_view members, std::chrono::milliseconds limit,
                        MoveOnlyFunction<void(Response)> done) const;
  /// The same with the server's time limit for a call.
  std::uint64_t request(std::string_view method, std::string_view members, MoveOnlyFunction<void(Response)> done) const;

  /// Why nothing is known of a task whose server does not run.
  [[nodiscard]] static Error server_has_ended();
};

/// Whether the same request about a task may be answered another time: `failure`, which is not a result, says nothing
/// about the task itself.
[[nodiscard]] bool may_be_answered_later(const Response& failure);

}  // namespace workbench::gateway
