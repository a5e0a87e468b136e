#include "clients/open_input.hpp"

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/lookup.hpp"

namespace workbench::clients {
namespace {

constexpr std::size_t kMaxMessageBytes = 300;

}  // namespace

OpenInput OpenInput::of(const InputRequest& input_request, std::chrono::steady_clock::time_point since) {
  const std::string message = json::member_characters(input_request.params, "message");
  return {input_request.method, base::visible_line(base::shortened(message, kMaxMessageBytes)), since};
}

}  // namespace workbench::clients
