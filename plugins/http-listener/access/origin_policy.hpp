#pragma once

#include <optional>
#include <string_view>

#include "http/http_message.hpp"
#include "listener_settings.hpp"

namespace workbench::http {

/// Refuses requests that are ambiguous, and requests from pages of foreign origins, including pages that reach us
/// through a host name of their own (DNS rebinding; "basic/transports", Security Warning). Not tied to a thread.
class OriginPolicy {
 public:
  /// `settings` must outlive the policy.
  explicit OriginPolicy(const ListenerSettings& settings) : settings_(settings) {}

  /// Whether the head can be understood in one way only. The refusal, which closes the connection; absent: it can.
  [[nodiscard]] std::optional<Response> check_framing(const ReceivedRequest& request) const;
  /// The refusal; absent: the request is allowed. Where a trusted proxy on this machine names the host, and no token is
  /// needed, the one in the proxy's own request counts as well: a page in a browser here could write the proxy's
  /// headers, but not `Host`. Not at the endpoint: there a page has to send `Origin`, or know the id of a session.
  [[nodiscard]] std::optional<Response> check_host(const ReceivedRequest& request) const;
  /// The same of a request over loopback or a Unix socket that has no token, where others need one: the list knows the
  /// user of the sending process, which may be a proxy, or a browser with any page.
  [[nodiscard]] std::optional<Response> check_host_without_token(const ReceivedRequest& request) const;
  [[nodiscard]] std::optional<Response> check_origin(const ReceivedRequest& request) const;

  /// Whether the header Origin is that of a page which this listener has served, under the host name of the request.
  [[nodiscard]] bool is_of_own_page(const ReceivedRequest& request) const;

  /// The CORS headers of every response to a page of an allowed origin; empty for all other requests.
  [[nodiscard]] Headers cors_headers(const ReceivedRequest& request) const;

 private:
  [[nodiscard]] bool is_allowed_host(std::string_view name) const;
  [[nodiscard]] bool is_allowed_origin(std::string_view origin) const;
  [[nodiscard]] bool is_own_origin(std::string_view origin, std::string_view host) const;

  const ListenerSettings& settings_;
};

}  // namespace workbench::http
