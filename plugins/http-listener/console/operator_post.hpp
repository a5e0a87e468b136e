#pragma once

#include <memory>

#include "http/outgoing_response.hpp"
#include "mcp/client_connection.hpp"

namespace workbench::http {

/// Passes a request of an operator to the host, over a connection of its own: everything that the host sends goes to
/// `response`, and closing that cancels the request, as with a modern request of MCP. `request` has been admitted, with
/// its principal and its view. A body that is not a request gets a JSON-RPC error. [loop thread]
void post_as_operator(const std::shared_ptr<ListenerContext>& context, ReceivedRequest request,
                      const std::shared_ptr<OutgoingResponse>& response);

}  // namespace workbench::http
