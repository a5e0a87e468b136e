#include "gateway/requests/routed_request.hpp"

#include <utility>

#include "base/visible_text.hpp"

namespace workbench::gateway {

RoutedRequest tool_call(ToolIdentifier tool, Json arguments, detail::OwnedRequest request, CallStyle style) {
  return {.request = std::move(request),
          .method = RoutedRequest::kToolCall,
          .target = std::move(tool),
          .server_choice = ServerChoice::by_tool,
          .arguments = std::move(arguments),
          .style = style};
}

RoutedRequest call_on_server(ToolIdentifier tool, Json arguments, Json task, detail::OwnedRequest request) {
  return {.request = std::move(request),
          .method = RoutedRequest::kToolCall,
          .target = std::move(tool),
          .server_choice = ServerChoice::by_name,
          .arguments = std::move(arguments),
          .task = std::move(task)};
}

RoutedRequest refused_call(ToolIdentifier tool, Json arguments, detail::OwnedRequest request,
                           MoveOnlyFunction<void(detail::OwnedRequest)> refusal) {
  return {.request = std::move(request),
          .method = RoutedRequest::kToolCall,
          .target = std::move(tool),
          .server_choice = ServerChoice::none,
          .arguments = std::move(arguments),
          .refusal = std::move(refusal)};
}

RoutedRequest request_to_server(std::string_view method, RequestTarget target, std::string members,
                                detail::OwnedRequest request) {
  return {.request = std::move(request),
          .method = std::string(method),
          .target = {std::move(target.toolbox), std::move(target.server), {}},
          .name = std::move(target.name),
          .members = std::move(members)};
}

std::string undelivered(const ToolIdentifier& tool, const std::string& reason) {
  return base::visible_text("[" + tool.toolbox + "/" + tool.server + "/" + tool.tool + "] Error: " + reason);
}

void refuse(RoutedRequest& routed, const Error& reason) {
  if (!routed.is_tool_call()) return routed.request->fail(reason);
  if (reason.kind != ErrorKind::not_found) {
    return routed.request->result(ToolResult::error(undelivered(routed.target, reason.message), reason.kind));
  }
  const bool is_native = routed.style == CallStyle::native;
  routed.request->result(ToolResult::error(is_native ? "Error: " + reason.message : reason.message, reason.kind));
}

}  // namespace workbench::gateway
