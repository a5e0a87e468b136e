#include "console/operator_post.hpp"

#include <utility>

#include "http/accept_header.hpp"
#include "mcp/message_refusal.hpp"
#include "mcp/modern_post.hpp"

namespace workbench::http {
namespace {

/// The longest is a list of the ids of calls that wait for a person.
constexpr std::size_t kMaxRequest = 256 * 1024;

}  // namespace

void post_as_operator(const std::shared_ptr<ListenerContext>& context, ReceivedRequest request,
                      const std::shared_ptr<OutgoingResponse>& response) {
  response->accept_only(accepted_forms(request.headers));
  if (request.body.size() > kMaxRequest) {
    return refuse(response, 413, {}, kInvalidRequest, "Invalid request: it is longer than 256 KiB");
  }
  auto message = context->host.json().checked_message(std::move(request.body));
  if (!message) return refuse(response, 400, {}, kParseError, "Parse error: " + message.error().message);
  const auto head = read_head(*message, context->host.json());
  if (!head || head->kind != MessageHead::Kind::request) {
    return refuse(response, 400, readable_id(*message), kInvalidRequest,
                  "Invalid request: " + (head ? "send one request" : head.error().message));
  }
  if (!context->is_accepting) return response->respond(shutting_down_response());
  ModernPost::start(context, response, std::move(request), *head, *std::move(message));
}

}  // namespace workbench::http
