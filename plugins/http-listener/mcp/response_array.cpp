#include "mcp/response_array.hpp"

#include <string>
#include <utility>

#include "http-shared/json_text.hpp"
#include "mcp/message_refusal.hpp"

namespace workbench::http {

ResponseArray::ResponseArray(const KeptEvents& kept)
    : kept_(kept), memory_(kept.budget == nullptr ? MemoryBudget::Share() : MemoryBudget::Share(*kept.budget)) {}

bool ResponseArray::has_room(std::size_t size) const {
  constexpr std::size_t kSmall = 512;  // not much more than the error would take
  return size < kSmall || (text_.size() + size <= kept_.max_array_bytes && !memory_.is_half_used());
}

void ResponseArray::add(std::string_view id, Message response) {
  if (!has_room(response.size())) {
    response =
        Message(error_response(id, kInternalError,
                               "The responses to this batch are larger than " + std::to_string(kept_.max_array_bytes) +
                                   " bytes (limits.messageBytes), or than what may be held for this client "
                                   "(listener.http.heldBytesPerPrincipal); send the request alone"));
  }
  text_.append(text_.size() == 0 ? "[" : ",").append(std::move(response));
  memory_.set(text_.size(), [this] { return kept_.client; });
}

Response ResponseArray::http_response() {
  if (text_.size() == 0) return {202, {}, {}};
  memory_.release();
  return json_response(200, std::move(std::exchange(text_, {}).append("]")));
}

}  // namespace workbench::http
