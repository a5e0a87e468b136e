#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http-shared/signature_algorithm.hpp"

namespace workbench::http {

/// A signed token in compact form (RFC 7519; RFC 7515, section 7.1), whose signature has not been verified.
struct JsonWebToken {
  const SignatureAlgorithm* algorithm = nullptr;  ///< never null
  bool is_typed = false;                          ///< `typ` names it an access token
  std::string key_id;                             ///< `kid`; empty: it names none
  Json claims;                                    ///< an object; nothing in it may be believed yet
  std::string_view signed_text;                   ///< a part of the token
  std::string signature;
};

/// Whether `token` has the three parts of a signed token; others are opaque. [any thread]
[[nodiscard]] bool is_json_web_token(std::string_view token);

/// Reads `token`, which must outlive the result. protocol: it is not a token, or could not be accepted: without
/// signature, with an unknown algorithm, with extensions that must be understood (`crit`), of a type that is not an
/// access token's. The message is for the log, and has nothing of the token but the names of algorithm and type.
[[nodiscard]] Result<JsonWebToken> read_json_web_token(const JsonAccess& json, std::string_view token);

}  // namespace workbench::http
