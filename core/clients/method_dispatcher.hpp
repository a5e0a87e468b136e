#pragma once

#include <string>
#include <string_view>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "clients/backend.hpp"
#include "clients/open_requests.hpp"
#include "protocol/listing.hpp"

namespace workbench::clients {

/// The methods that requests of both eras have, whatever the era adds to them. [loop thread]
class MethodDispatcher {
 public:
  /// All must outlive it.
  MethodDispatcher(Host& host, Backend& backend, Outgoing& outgoing, OpenRequests& requests)
      : host_(host), backend_(backend), outgoing_(outgoing), requests_(requests) {}

  /// Whether we answer this method in a revision, by the capabilities that we declare in it.
  [[nodiscard]] bool serves(std::string_view method, protocol::Revision revision) const;

  /// Whether the client may have one more request open; answers `target` with an error if not.
  [[nodiscard]] bool has_room(const jsonrpc::ReplyTarget& target);

  /// The params of a `tools/call`.
  struct ToolCallParams {
    std::string name;
    Json arguments;  ///< an object, or absent
    Json meta;       ///< an object, or absent
  };
  /// invalid_argument: the params are malformed; the message begins with "tools/call: ".
  [[nodiscard]] static Result<ToolCallParams> read_tool_call(const Json& params);

  void list(protocol::ListKind kind, const Json& params, OwnedRequest request);
  /// `params` are those that `call` was read from.
  void call_tool(ToolCallParams call, const Json& params, OwnedRequest request);
  void forward(std::string_view method, const Json& params, OwnedRequest request);

 private:
  Host& host_;
  Backend& backend_;
  Outgoing& outgoing_;
  OpenRequests& requests_;
};

}  // namespace workbench::clients
