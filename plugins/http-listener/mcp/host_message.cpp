#include "mcp/host_message.hpp"

#include <cstddef>
#include <utility>

#include "http-shared/json_text.hpp"

namespace workbench::http {

std::string change_in(const JsonAccess& json, const Message& message) {
  constexpr std::size_t kLongest = 4096;
  if (message.size() > kLongest) return {};
  std::string text = join(message);
  const std::string method = string_or_empty(json, member(json, Json(text), "method"));
  const bool is_change = method == "notifications/resources/updated" ||
                         (method.starts_with("notifications/") && method.ends_with("/list_changed"));
  return is_change ? std::move(text) : std::string();
}

HostRequest request_in(const JsonAccess& json, const Message& message) {
  const Json text(join(message));
  return {member(json, text, "id"), string_or_empty(json, member(json, text, "method"))};
}

}  // namespace workbench::http
