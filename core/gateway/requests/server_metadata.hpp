#pragma once

#include <string>

#include <workbench/message.hpp>
#include <workbench/trace_sink.hpp>

#include "gateway/requests/routed_request.hpp"
#include "jsonrpc/id.hpp"

// The `_meta` of a client's request, as its server receives it.

namespace workbench::gateway {

/// The members that say something about the client: its own, and for a modern server those of its era, in which
/// `takes_tasks` says whether the server may answer with a task. `trace`: of our span, which is the server's parent in
/// place of the client's; empty: nothing is traced, and what the client says of its trace passes.
[[nodiscard]] std::string client_metadata(const RoutedRequest& routed, bool is_modern_server, bool takes_tasks,
                                          const TraceContext& trace = {});

/// Ends the params in `message`, and the message. Before that, `_meta` with `members`, unless it would be empty;
/// `has_members`: whether the params have others before it. With a progress token, the `id` of the request, if the
/// server may work on it for long: a server that gets no token reports no progress, and then the time limit would
/// strike although it works. "Implementations MAY choose to reset the timeout clock when receiving a progress
/// notification" ("basic/lifecycle", Timeouts). Whether the client is told of the progress is another question.
void end_with_metadata(Message& message, const RoutedRequest& routed, bool has_members, const std::string& members,
                       const jsonrpc::Id& id);

}  // namespace workbench::gateway
