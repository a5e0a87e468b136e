#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/authenticator.hpp>
#include <workbench/host.hpp>

#include "http/http_message.hpp"

namespace workbench::http {

/// The authenticators of plugins, which are asked one after the other about a request whose credentials the listener
/// does not know. [loop thread]
class AuthenticationChain {
 public:
  /// `loop` must outlive it.
  AuthenticationChain(EventLoop& loop, std::vector<NamedAuthenticator> authenticators)
      : loop_(loop), authenticators_(std::move(authenticators)) {}

  [[nodiscard]] bool is_empty() const { return authenticators_.empty(); }

  /// Sets `request.authentication` to the result of the first one that recognises it, or NotRecognized, and calls
  /// `done` once, from a task of the loop; after a time limit to AuthenticationRefused. Not at all once the returned
  /// object was destroyed. `request` must outlive that.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> ask(ReceivedRequest& request, MoveOnlyFunction<void()> done);

  /// The principal of accepted credentials, without its scopes: the same object for an equal one, while
  /// it is in use.
  [[nodiscard]] std::shared_ptr<const Principal> principal_of(const Authenticated& accepted);

  /// The challenges for credentials that they recognise: values of `WWW-Authenticate`.
  [[nodiscard]] std::vector<std::string> challenges() const;

 private:
  class Inquiry;

  EventLoop& loop_;
  const std::vector<NamedAuthenticator> authenticators_;
  std::map<std::string, std::weak_ptr<const Principal>> principals_;  // by name
};

/// How the names of the principals of an authenticator begin.
[[nodiscard]] inline std::string principal_prefix(const NamedAuthenticator& authenticator) {
  return authenticator.name + ":";
}

}  // namespace workbench::http
