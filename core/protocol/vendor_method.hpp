#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace workbench::protocol {

/// Whether the specification has no such request or notification in any revision, and is unlikely to use this name in
/// a later one: `acme/index`, `notifications/acme/indexed`. The part before the first slash (behind
/// `notifications/`) is the part of the protocol that a method belongs to.
[[nodiscard]] constexpr bool is_vendor_method(std::string_view method) {
  constexpr std::string_view kNotifications = "notifications/";
  constexpr std::array<std::string_view, 16> kParts{
      "initialize", "ping",        "tools", "prompts", "resources",     "completion",  "logging",  "roots",
      "sampling",   "elicitation", "tasks", "server",  "subscriptions", "initialized", "progress", "message"};
  if (method.starts_with(kNotifications)) method.remove_prefix(kNotifications.size());
  const std::string_view part = method.substr(0, method.find('/'));
  // "Method names that begin with the word rpc followed by a period character" are JSON-RPC's own (section 4).
  return part != "cancelled" && !part.starts_with("rpc.") &&
         std::find(kParts.begin(), kParts.end(), part) == kParts.end();
}

}  // namespace workbench::protocol
