#pragma once

#include <string>
#include <string_view>

namespace workbench::http {

/// One event of a stream (HTML standard, "Server-sent events"). `id` empty: none. `data` without line breaks, which
/// JSON text of ours never has; empty: an event that only sets the id.
[[nodiscard]] inline std::string event_of(std::string_view data, std::string_view id) {
  std::string text;
  text.reserve(data.size() + id.size() + 32);
  if (!id.empty()) text.append("id: ").append(id).append("\n");
  if (!data.empty()) text.append("event: message\n");
  return text.append("data: ").append(data).append("\n\n");
}

/// A comment: says nothing, and keeps what lies between us and the client from closing the stream.
inline constexpr std::string_view kKeepAliveComment = ":\n\n";

}  // namespace workbench::http
