#include "mcp/message_refusal.hpp"

#include "http-shared/json_text.hpp"

namespace workbench::http {

void refuse(const std::shared_ptr<OutgoingResponse>& response, unsigned status, std::string_view id, int code,
            const std::string& message) {
  response->respond(json_response(status, Message(error_response(id, code, message))));
}

void refuse_session(const std::shared_ptr<OutgoingResponse>& response, std::string_view id) {
  refuse(response, 404, id, kInvalidRequest, "Unknown or ended session; send \"initialize\" to begin a new one");
}

}  // namespace workbench::http
