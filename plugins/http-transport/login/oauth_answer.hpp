#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "login/form.hpp"

namespace workbench::http::login {

/// The members of the answer of an OAuth endpoint: of a JSON object (RFC 6749, section 5.1), of the object in its
/// `authed_user` if only that has a token, or of a form, which some authorization servers send in its place. The body
/// decides, because its Content-Type is often wrong. A page (HTML, XML) has no members. Not tied to a thread.
///
/// Reading a form admits nothing that JSON does not: the authorization server chooses the body in either notation.
class OAuthAnswer {
 public:
  /// `json` must outlive it.
  OAuthAnswer(const JsonAccess& json, std::string body);

  /// The text of a member; empty: there is none, or it is neither a string nor a number. `error` may be an object with
  /// a `code` or a `message`.
  [[nodiscard]] std::string text(std::string_view name) const;

  /// Whether there is such a member, with a text that may be empty.
  [[nodiscard]] bool has(std::string_view name) const;

 private:
  [[nodiscard]] Json value(std::string_view name) const;

  const JsonAccess& json_;
  std::optional<Json> object_;  // absent: the answer is a form, or nothing
  Form form_;
};

}  // namespace workbench::http::login
