#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/listener.hpp>
#include <workbench/principal.hpp>

namespace workbench::http {

/// Who a session of the console belongs to.
struct ConsoleUser {
  std::shared_ptr<const Principal> listed;  ///< the principal of the list; null: the user who runs the workbench
  OperatorView view = OperatorView::none;   ///< never none in a session
};

/// One login of a person in a browser.
struct ConsoleSession {
  ConsoleUser user;
  /// Equal to the principal of the list, or without a name, but an object of this session alone: requests and streams
  /// that have it end with the session.
  std::shared_ptr<const Principal> principal;
  std::string origin;  ///< of the page that has opened it
  std::string key_digest;
  std::chrono::steady_clock::time_point last_used;
};

/// The secrets of a new session, 256 bits each in hexadecimal digits. A request needs both.
struct ConsoleSecrets {
  std::string cookie;  ///< the browser sends it, and does not show it to the page
  std::string key;     ///< the page sends it, and no other origin can read it
};

/// The open sessions of the console. Keeps digests of their secrets alone. The time is passed in. [loop thread]
class ConsoleSessions {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::hours kIdle{12};
  static constexpr std::size_t kMax = 1'000;
  /// The sessions of one person; a further one ends the one that was used last the longest ago.
  static constexpr std::size_t kMaxOfUser = 100;

  /// Absent: there are too many. Throws std::system_error if there is no randomness.
  [[nodiscard]] std::optional<ConsoleSecrets> open(ConsoleUser user, std::string origin, Clock::time_point now);

  /// The session with these secrets, which is used now; null: there is none, or the key is of another one.
  [[nodiscard]] const ConsoleSession* find(std::string_view cookie, std::string_view key, Clock::time_point now);

  /// Whether the session whose principal this is is open. Absent: it is not the principal of a session.
  [[nodiscard]] std::optional<bool> is_open(const Principal& principal) const;

  void close(const Principal& principal);
  /// Returns whether there was one.
  bool close_if(const std::function<bool(const ConsoleSession&)>& is_meant);
  /// Ends those that were not used for kIdle. One with an open request or stream is in use. Returns whether there was
  /// one.
  bool close_idle(Clock::time_point now);

  [[nodiscard]] std::size_t size() const { return sessions_.size(); }

 private:
  using Sessions = std::map<std::string, ConsoleSession, std::less<>>;

  void make_room_for(const ConsoleUser& user);
  void erase(Sessions::iterator session);

  Sessions sessions_;                                   // by the digests of their cookies
  std::vector<std::weak_ptr<const Principal>> closed_;  // of sessions that have ended, as long as something has them
};

}  // namespace workbench::http
