#pragma once

#include <string_view>

#include <workbench/host.hpp>

#include "clients/backend.hpp"
#include "clients/open_requests.hpp"
#include "clients/request_tracing.hpp"
#include "clients/session_parts.hpp"
#include "clients/tool_call_params.hpp"
#include "protocol/listing.hpp"

namespace workbench::clients {

/// The methods that requests of both eras have, whatever the era adds to them. [loop thread]
class MethodDispatcher {
 public:
  explicit MethodDispatcher(const SessionParts& parts)
      : host_(parts.host),
        backend_(&parts.backend),
        outgoing_(parts.outgoing),
        requests_(parts.requests),
        tracing_(parts.host) {}

  /// The requests that follow are served by this backend, which outlives them; see Backend::for_client().
  void serve_with(Backend& backend) { backend_ = &backend; }
  [[nodiscard]] Backend& backend() const { return *backend_; }

  /// For requests that are answered at once, and by none of the functions below.
  [[nodiscard]] RequestTracing& tracing() { return tracing_; }

  /// Whether we answer this method in a revision, by the capabilities that we declare in it.
  [[nodiscard]] bool serves(std::string_view method, protocol::Revision revision) const;

  /// Whether the client may have one more request open; answers `target` with an error if not.
  [[nodiscard]] bool has_room(const jsonrpc::ReplyTarget& target);

  void list(protocol::ListKind kind, const Json& params, OwnedRequest request);
  /// `params` are those that `call` was read from.
  void call_tool(ToolCallParams call, const Json& params, OwnedRequest request);
  void forward(std::string_view method, const Json& params, OwnedRequest request);

 private:
  Host& host_;
  Backend* backend_;
  Outgoing& outgoing_;
  OpenRequests& requests_;
  RequestTracing tracing_;
};

}  // namespace workbench::clients
