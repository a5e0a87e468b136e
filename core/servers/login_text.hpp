#pragma once

#include <chrono>
#include <string>

#include <workbench/server_login.hpp>

// What reports say about a login. Names come from authorization servers: the caller must escape them for a terminal.

namespace workbench::servers {

/// Whether the server cannot be used until a user has logged in: it demands a login, or the existing login has expired
/// and does not renew itself.
[[nodiscard]] bool requires_person(const LoginState& login, std::chrono::system_clock::time_point now);

/// "logged in at https://as.example until 2026-11-25 04:20 UTC, which renews itself", "requires a login"; empty: there
/// is nothing to say.
[[nodiscard]] std::string login_text(const LoginState& login, std::chrono::system_clock::time_point now);

/// "unneeded", "required" or "active".
[[nodiscard]] std::string login_word(LoginState::Kind kind);

/// The time as RFC 3339 has it, in UTC, without a fraction: "2026-11-25T04:20:00Z".
[[nodiscard]] std::string timestamp(std::chrono::system_clock::time_point time);

/// "3 hours": in the largest unit of which there is more than one, rounded down.
[[nodiscard]] std::string rough_duration(std::chrono::seconds duration);

}  // namespace workbench::servers
