#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/principal.hpp>

namespace workbench {

/// The head of an HTTP request, and what its connection shows of the client.
struct RequestHead {
  std::string_view method;                              ///< "POST"
  std::string_view target;                              ///< path and query, as received
  std::string_view address;                             ///< of the client: an IP address, or "unix"
  bool is_secure = false;                               ///< the client uses TLS, toward us or toward a trusted proxy
  std::optional<std::string_view> certificate_subject;  ///< of its verified certificate, as in RFC 2253
  std::span<const std::pair<std::string, std::string>> headers;  ///< in their order, with names as they were written

  /// The value of a header, whose name is compared without regard to case (RFC 9110, section 5.1). Absent: there is no
  /// such header, or more than one.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    std::optional<std::string_view> found;
    for (const auto& [own_name, value] : headers) {
      if (!std::equal(own_name.begin(), own_name.end(), name.begin(), name.end(),
                      [&](char one, char other) { return lower(one) == lower(other); })) {
        continue;
      }
      if (found) return std::nullopt;
      found = value;
    }
    return found;
  }
};

/// The request carries nothing that the authenticator recognises: the next one is asked.
struct NotRecognized {};

/// The client is known.
struct Authenticated {
  /// Its name must not be empty. The listener puts the name of the authenticator and a colon before it, so that
  /// authenticators cannot name each other's principals. Equal principals are one; `scopes` need not be the same each
  /// time, and hold for this request.
  Principal principal;
  /// When the credentials expire: a response that is still open ends then.
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
};

/// The request carries invalid credentials; no other authenticator is asked.
struct AuthenticationRefused {
  std::string reason;           ///< for the log; never a secret, and never shown to the client
  std::string challenge;        ///< the value of `WWW-Authenticate` in the 401; empty: Authenticator::challenge()
  bool is_unavailable = false;  ///< a service it depends on is unavailable: the client gets 503 and tries again
};

using Authentication = std::variant<NotRecognized, Authenticated, AuthenticationRefused>;

/// A way to find out which client has sent an HTTP request, besides the listener's own ways: API keys, the
/// headers of a proxy that authenticates, a company's own tokens. It sees each request whose credentials the listener
/// does not know, before its body is read; it should cache its earlier findings. [loop thread]
class Authenticator {
 public:
  static constexpr std::string_view kKindName = "authenticator";

  Authenticator() = default;
  Authenticator(const Authenticator&) = delete;
  Authenticator& operator=(const Authenticator&) = delete;
  virtual ~Authenticator() = default;

  /// Decides on the request with this head, which is valid during the call. `done` is called once, inside this call or
  /// later; not at all once the returned object was destroyed, which may happen at any time. Null may be returned if
  /// `done` has been called. The request waits meanwhile, and no other one does; after 5 seconds it gets 503.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> authenticate(
      const RequestHead& head, MoveOnlyFunction<void(Authentication)> done) = 0;

  /// The value of `WWW-Authenticate` that asks a client for such credentials (RFC 9110, section 11.6.1), as `ApiKey
  /// realm="tools"`. Empty: none.
  [[nodiscard]] virtual std::string challenge() const { return {}; }
};

}  // namespace workbench
