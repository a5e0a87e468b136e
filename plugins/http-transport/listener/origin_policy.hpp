#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "listener/listener_settings.hpp"
#include "listener/request.hpp"

namespace workbench::http {

/// What is checked of every request before anybody asks what it wants: that it is unambiguous, and that no page of a
/// foreign origin sent it, not even by way of a name that it made point at us (DNS rebinding; "basic/transports",
/// Security Warning). Not tied to a thread.
class OriginPolicy {
 public:
  /// `settings` must outlive the gate.
  explicit OriginPolicy(const ListenerSettings& settings) : settings_(settings) {}

  /// The answer that turns the request away; absent: it may come in.
  [[nodiscard]] std::optional<Answer> check(const Request& request) const;

  /// What a page of an origin that is allowed by name needs beside every answer; empty for all others.
  [[nodiscard]] Fields fields_for_origin(const Request& request) const;

 private:
  [[nodiscard]] bool is_allowed_host(std::string_view host) const;
  [[nodiscard]] bool is_named_origin(std::string_view origin) const;
  [[nodiscard]] bool is_own_origin(std::string_view origin, std::string_view host) const;

  const ListenerSettings& settings_;
};

/// An answer with a sentence for a person.
[[nodiscard]] Answer plain_answer(unsigned status, std::string text);

}  // namespace workbench::http
