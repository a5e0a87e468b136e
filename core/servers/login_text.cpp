#include "servers/login_text.hpp"

#include <array>
#include <ctime>

namespace workbench::servers {
namespace {

std::string formatted(std::chrono::system_clock::time_point time, const char* format) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

bool has_expired(const LoginState& login, std::chrono::system_clock::time_point now) {
  return login.expiry && *login.expiry <= now;
}

}  // namespace

bool requires_person(const LoginState& login, std::chrono::system_clock::time_point now) {
  if (login.kind == LoginState::Kind::required) return true;
  return login.kind == LoginState::Kind::active && !login.renews_itself && has_expired(login, now);
}

std::string login_text(const LoginState& login, std::chrono::system_clock::time_point now) {
  if (login.kind == LoginState::Kind::unneeded) return {};
  const std::string where = login.issuer.empty() ? "" : " at " + login.issuer;
  if (login.kind == LoginState::Kind::required) return "requires a login" + where;
  const std::string time = login.expiry ? formatted(*login.expiry, "%Y-%m-%d %H:%M UTC") : "";
  if (requires_person(login, now)) return "the login" + where + " has expired at " + time + ", and requires a new one";
  std::string text = "logged in" + where;
  if (login.renews_itself)
    return text + (has_expired(login, now) || !login.expiry ? "" : " until " + time) + ", which renews itself";
  if (login.expiry) text += " until " + time + ", which does not renew itself";
  return text;
}

std::string login_word(LoginState::Kind kind) {
  switch (kind) {
    case LoginState::Kind::unneeded: return "unneeded";
    case LoginState::Kind::required: return "required";
    case LoginState::Kind::active: return "active";
  }
  return {};
}

std::string timestamp(std::chrono::system_clock::time_point time) {
  return formatted(time, "%Y-%m-%dT%H:%M:%SZ");
}

std::string rough_duration(std::chrono::seconds duration) {
  struct Unit {
    std::chrono::seconds length;
    const char* name;
  };
  constexpr std::array<Unit, 3> kUnits{
      {{std::chrono::hours(24), "days"}, {std::chrono::hours(1), "hours"}, {std::chrono::minutes(1), "minutes"}}};
  for (const Unit& unit : kUnits) {
    if (duration >= 2 * unit.length) return std::to_string(duration / unit.length) + " " + unit.name;
  }
  return std::to_string(duration.count()) + (duration.count() == 1 ? " second" : " seconds");
}

}  // namespace workbench::servers
