#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include <workbench/json.hpp>

#include "json/lookup.hpp"
#include "protocol/listing.hpp"
#include "protocol/revision.hpp"

namespace workbench::protocol {

// What a server sends to its clients outside of any response. The types are named after the notifications.

/// `notifications/*/list_changed`.
struct ListChanged {
  ListKind kind;
};

/// `notifications/message`.
struct LogMessage {
  Json params;
};

/// `notifications/resources/updated`.
struct ResourceUpdated {
  std::string uri;
  Json params;  ///< an object that holds the URI
};

/// `notifications/tasks/status` of 2025-11-25.
struct TaskStatusChanged {
  Json params;  ///< a Task
};

/// `notifications/progress` of a task of 2025-11-25, whose call was answered when the task was created.
struct TaskProgressed {
  Json params;  ///< with the token of the call
};

/// A kind of notifications that are only passed on, with their params as received, to the sessions that have been sent
/// what they are about.
struct PlainKind {
  std::string_view method;
  bool (*is_in)(Revision);   ///< a session receives it if its revision has it
  std::string_view subject;  ///< the member of the params with the id of what it is about
};

/// A new one is a row here.
inline constexpr std::array kPlainKinds{
    // The user has finished what an elicitation in URL mode asked for.
    PlainKind{"notifications/elicitation/complete", has_elicitation_ids, "elicitationId"},
};

/// Null: a notification of this method is not one that is only passed on.
[[nodiscard]] constexpr const PlainKind* find_plain_kind(std::string_view method) {
  for (const PlainKind& kind : kPlainKinds) {
    if (kind.method == method) return &kind;
  }
  return nullptr;
}

struct PlainNotification {
  const PlainKind* kind;  ///< never null
  Json params;
};

/// A notification that the specification does not have.
struct VendorNotification {
  std::string method;
  Json params;  ///< as received; absent: there is none
};

using Notification = std::variant<ListChanged, LogMessage, ResourceUpdated, TaskStatusChanged, TaskProgressed,
                                  PlainNotification, VendorNotification>;

/// Whether an update of `uri` reaches a subscriber of `subscribed`. `uri` "might be a sub-resource of the one
/// that the client actually subscribed to" (schema, ResourceUpdatedNotification), that is, a URI that continues where
/// the subscribed one ends a segment. The time does not depend on the length of `uri`, which the server chooses.
[[nodiscard]] inline bool is_subscribed(const std::set<std::string>& subscribed, const std::string& uri) {
  const auto ends_segment = [](char byte) { return byte == '/' || byte == '?' || byte == '#'; };
  return std::any_of(subscribed.begin(), subscribed.end(), [&](const std::string& one) {
    if (!uri.starts_with(one)) return false;
    return uri.size() == one.size() || ends_segment(uri[one.size()]) || (!one.empty() && ends_segment(one.back()));
  });
}

// --- log messages ----------------------------------------------------------------------------------------------------

/// The LoggingLevels, least severe first ("server/utilities/logging"; they are syslog's, RFC 5424).
inline constexpr std::array<std::string_view, 8> kLogLevels{"debug", "info",     "notice", "warning",
                                                            "error", "critical", "alert",  "emergency"};

[[nodiscard]] constexpr bool is_log_level(std::string_view name) {
  return std::find(kLogLevels.begin(), kLogLevels.end(), name) != kLogLevels.end();
}

/// 0 for the least severe; the number of levels for a name that is not a level.
[[nodiscard]] constexpr std::size_t severity_of(std::string_view level) {
  return static_cast<std::size_t>(std::find(kLogLevels.begin(), kLogLevels.end(), level) - kLogLevels.begin());
}

/// Whether a log message with these params reaches a client that wants messages of `least` and above. A message without
/// a valid level does. `least` empty: the session has not set a level, and the server behind decides. "If no
/// logging/setLevel request has been sent from the client, the server MAY decide which messages to send automatically"
/// (schema of 2025-11-25, LoggingMessageNotification).
[[nodiscard]] inline bool is_as_severe_as(const Json& params, std::string_view least) {
  return least.empty() || severity_of(json::characters(json::member(params, "level"))) >= severity_of(least);
}

// --- subscriptions ---------------------------------------------------------------------------------------------------

/// A flag of a SubscriptionFilter ("basic/patterns/subscriptions"). Changes of resource templates are those of
/// resources.
struct SubscriptionFlag {
  std::string_view member;      ///< of the filter
  std::string_view method;      ///< of the notification that it asks for
  std::string_view capability;  ///< `listChanged` in this one declares that it is sent
};
inline constexpr std::array kSubscriptionFlags{
    SubscriptionFlag{"toolsListChanged", "notifications/tools/list_changed", "tools"},
    SubscriptionFlag{"promptsListChanged", "notifications/prompts/list_changed", "prompts"},
    SubscriptionFlag{"resourcesListChanged", "notifications/resources/list_changed", "resources"},
};

/// Whether `capabilities` have `{"GROUP":{"WHAT":true}}`.
[[nodiscard]] inline bool declares(const Json& capabilities, std::string_view group, std::string_view what) {
  const Json declared = json::member(json::member(capabilities, group), what);
  return declared.text() == "true";
}

/// The key in `_meta` that names the `subscriptions/listen` request to which a notification or a result belongs
/// ("basic/patterns/subscriptions").
inline constexpr std::string_view kSubscriptionId = "io.modelcontextprotocol/subscriptionId";

/// The id of that request; absent: the notification belongs to none.
[[nodiscard]] inline Json subscription_of(const Json& params) {
  return json::member(json::member(params, "_meta"), kSubscriptionId);
}

}  // namespace workbench::protocol
