#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::http {

// What the plugin needs of OpenSSL besides TLS, and the text forms of bytes. [any thread]

/// Base64 with padding (RFC 4648, section 4), on one line.
[[nodiscard]] std::string encode_base64(std::string_view bytes);

/// Absent unless `text` is exactly what encode_base64() makes of some bytes: padded, no line breaks, no stray bits.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text);

/// Base64 for URLs, without padding (RFC 4648, section 5), as JSON Web Tokens and PKCE have it.
[[nodiscard]] std::string encode_base64url(std::string_view bytes);

/// Absent unless `text` is exactly what encode_base64url() makes of some bytes.
[[nodiscard]] std::optional<std::string> decode_base64url(std::string_view text);

/// The bytes of hexadecimal `digits` of either case. Absent: an odd number of them, or another character.
[[nodiscard]] std::optional<std::string> decode_hex(std::string_view digits);

/// `count` bytes from the system's secure generator as lower-case hexadecimal digits. Throws std::system_error if there
/// is no randomness.
[[nodiscard]] std::string random_hex(std::size_t count);

/// The 32 bytes of SHA-256.
[[nodiscard]] std::string sha256(std::string_view text);

/// Compares in a time that depends on the lengths only.
[[nodiscard]] bool equal_in_constant_time(std::string_view one, std::string_view other);

}  // namespace workbench::http
