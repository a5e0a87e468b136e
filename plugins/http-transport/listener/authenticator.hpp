#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include <workbench/listener.hpp>

#include "listener/request.hpp"

namespace workbench::http {

/// Decides who a request comes from. What it says about somebody, the listener and the workbench believe.
/// All calls: [io thread]
class Authenticator {
 public:
  Authenticator() = default;
  Authenticator(const Authenticator&) = delete;
  Authenticator& operator=(const Authenticator&) = delete;
  virtual ~Authenticator() = default;

  /// The principal behind a request with this `Authorization` field (null: it has none, or several), or the answer that
  /// turns it away: 401 or 403 with `WWW-Authenticate` (RFC 6750, section 3). The same principal is the same object
  /// each time.
  [[nodiscard]] virtual std::variant<std::shared_ptr<const Principal>, Answer> authenticate(
      const std::string* authorization) const = 0;
};

/// Everybody is let in, as the same nameless principal.
[[nodiscard]] std::unique_ptr<Authenticator> allow_anonymous();

}  // namespace workbench::http
