#include "console/console_sessions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "http-shared/crypto.hpp"

namespace workbench::http {
namespace {

constexpr std::size_t kSecretBytes = 32;

std::string name_of(const ConsoleUser& user) {
  return user.listed == nullptr ? std::string() : user.listed->name;
}

/// Whether a request or a stream of the session is open.
bool is_in_use(const ConsoleSession& session) {
  return session.principal.use_count() > 1;
}

bool is_idle(const ConsoleSession& session, ConsoleSessions::Clock::time_point now) {
  return !is_in_use(session) && now - session.last_used >= ConsoleSessions::kIdle;
}

}  // namespace

std::optional<ConsoleSecrets> ConsoleSessions::open(ConsoleUser user, std::string origin, Clock::time_point now) {
  make_room_for(user);
  if (sessions_.size() >= kMax) return std::nullopt;
  ConsoleSecrets secrets{random_hex(kSecretBytes), random_hex(kSecretBytes)};
  auto principal = std::make_shared<const Principal>(user.listed == nullptr ? Principal{} : *user.listed);
  sessions_.insert_or_assign(sha256(secrets.cookie), ConsoleSession{std::move(user), std::move(principal),
                                                                    std::move(origin), sha256(secrets.key), now});
  return secrets;
}

const ConsoleSession* ConsoleSessions::find(std::string_view cookie, std::string_view key, Clock::time_point now) {
  const auto found = sessions_.find(sha256(cookie));
  if (found == sessions_.end() || !equal_in_constant_time(found->second.key_digest, sha256(key))) return nullptr;
  if (is_idle(found->second, now)) return nullptr;
  found->second.last_used = now;
  return &found->second;
}

std::optional<bool> ConsoleSessions::is_open(const Principal& principal) const {
  const auto is_meant = [&](const auto& one) { return one.second.principal.get() == &principal; };
  if (std::any_of(sessions_.begin(), sessions_.end(), is_meant)) return true;
  const auto was_meant = [&](const auto& one) { return one.lock().get() == &principal; };
  return std::any_of(closed_.begin(), closed_.end(), was_meant) ? std::optional(false) : std::nullopt;
}

void ConsoleSessions::close(const Principal& principal) {
  close_if([&](const ConsoleSession& session) { return session.principal.get() == &principal; });
}

bool ConsoleSessions::close_if(const std::function<bool(const ConsoleSession&)>& is_meant) {
  const std::size_t before = sessions_.size();
  for (auto one = sessions_.begin(); one != sessions_.end();) {
    const auto current = one++;
    if (is_meant(current->second)) erase(current);
  }
  return sessions_.size() != before;
}

void ConsoleSessions::erase(Sessions::iterator session) {
  std::erase_if(closed_, [](const auto& one) { return one.expired(); });
  closed_.push_back(session->second.principal);
  sessions_.erase(session);
}

bool ConsoleSessions::close_idle(Clock::time_point now) {
  for (auto& [digest, session] : sessions_) {
    if (is_in_use(session)) session.last_used = now;
  }
  return close_if([&](const ConsoleSession& session) { return is_idle(session, now); });
}

void ConsoleSessions::make_room_for(const ConsoleUser& user) {
  std::vector<Sessions::iterator> own;
  for (auto one = sessions_.begin(); one != sessions_.end(); ++one) {
    if (name_of(one->second.user) == name_of(user)) own.push_back(one);
  }
  if (own.size() < kMaxOfUser) return;
  erase(*std::min_element(own.begin(), own.end(),
                          [](auto one, auto other) { return one->second.last_used < other->second.last_used; }));
}

}  // namespace workbench::http
