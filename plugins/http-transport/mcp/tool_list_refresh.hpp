#pragma once

#include <memory>
#include <string>

#include <workbench/move_only_function.hpp>

#include "mcp/own_request.hpp"

namespace workbench::http::transport {

/// Reads the list of tools of a modern server for the headers that their calls need, because the server has refused one
/// (HeaderMismatch): "clients SHOULD ... retry with the correct headers after refreshing the tool list"
/// ("basic/transports/streamable-http", Custom Headers). What the host knows of the tools does not change. [loop
/// thread]
class ToolListRefresh final {
 public:
  /// `endpoint` and `delivery` outlive it. `call` is the refused request. `done` is called once, while this lives.
  ToolListRefresh(ServerEndpoint& endpoint, MessageDelivery& delivery, const OutgoingMessage& call,
                  MoveOnlyFunction<void()> done);

  void start() { request_page({}); }

 private:
  void request_page(const Json& cursor);
  void handle_page(const OwnRequest::Outcome& outcome);

  ServerEndpoint& endpoint_;
  MessageDelivery& delivery_;
  const std::string meta_;  ///< of each request, as JSON
  MoveOnlyFunction<void()> done_;
  std::shared_ptr<OwnRequest> page_;
  int pages_ = 0;
};

}  // namespace workbench::http::transport
