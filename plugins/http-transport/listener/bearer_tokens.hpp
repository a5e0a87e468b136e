#pragma once

#include <memory>
#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "listener/authenticator.hpp"

namespace workbench::http {

/// Lets in those who present one of the tokens that `text` lists:
///
///     {"ci": {"token": "...", "toolboxes": ["build"]}, "ada": {"sha256": "9f86d0..."}}
///
/// Each has the name of its principal, the token itself or its SHA-256 in hexadecimal digits, and, if it is not to open
/// everything, the toolboxes that it may open. `source` says in messages where the text comes from.
/// invalid_argument: it is no such list; the message names the place and never a token.
[[nodiscard]] Result<std::unique_ptr<Authenticator>> bearer_tokens(const std::string& text, const std::string& source,
                                                                   const JsonAccess& json);

}  // namespace workbench::http
