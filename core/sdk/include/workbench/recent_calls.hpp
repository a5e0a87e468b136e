#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/extension.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// Which calls are asked for. Each member that is not empty must be equal to the call's.
struct CallFilter {
  std::string toolbox = {};
  std::string server = {};
  std::string tool = {};
  std::string client = {};     ///< the name that the client gives
  std::string principal = {};  ///< its name
  std::string session = {};    ///< as calls have it: "s3"
  std::string outcome = {};    ///< one of kOutcomeWords, or "running"
  std::string text = {};  ///< occurs in one of the names or in the values that are kept; ASCII letters of either case

  [[nodiscard]] bool operator==(const CallFilter&) const = default;
};

/// A question about calls. Calls are in the order in which they ended.
struct CallQuery {
  CallFilter filter = {};
  std::optional<std::string> own = {};  ///< for this principal, calls of others do not exist; absent: all calls exist
  std::uint64_t before = 0;             ///< an id: only calls that ended before this one; 0: any
  std::uint64_t after = 0;              ///< an id: only calls that ended after this one; 0: any
  std::optional<std::uint64_t> since =
      {};                   ///< RecentCalls::ended() at some time: only calls that ended later; absent: any
  std::size_t limit = 100;  ///< of `calls`, and of `running`
};

/// Calls, as objects with the members of a line of the call log, and `id` (a number, unique in this process) and
/// `session` (calls of one session have the same). They have no values.
struct CallPage {
  std::vector<Json> calls;    ///< that have ended, the newest first
  std::vector<Json> running;  ///< the newest first; their outcome is "running", their milliseconds are those so far
  std::uint64_t kept = 0;     ///< calls that exist, with `own` or without, whatever the filter
  std::uint64_t lost = 0;     ///< calls that are not kept any more; 0 with `own`, because they are not counted apart
  std::uint64_t skipped = 0;  ///< calls that the query asks for, but that the limit leaves out or are not kept any more
  std::uint64_t ended = 0;    ///< see RecentCalls::ended()
};

/// The latest calls of all clients, and how often each tool was used. An extension that the plugin which keeps them
/// provides: `host.extension<RecentCalls>()`. [loop thread]
class RecentCalls {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/recent-calls", 1};

  /// Whether calls are kept. False: the configuration does not have the middleware that keeps them, and all is empty.
  [[nodiscard]] virtual bool is_in_use() const = 0;

  /// The calls that the query asks for. Its time depends on how many are kept, not on how many match.
  [[nodiscard]] virtual CallPage calls(const CallQuery& query) const = 0;

  /// How many calls have ended since the start, kept or not.
  [[nodiscard]] virtual std::uint64_t ended() const = 0;

  /// One call, with `arguments` and `result` or `error` where they are kept, else with `withheld`, a sentence that says
  /// which option keeps them. `own`: see CallQuery. not_found: there is none of this id, or it is not kept any more.
  [[nodiscard]] virtual Result<Json> find(std::uint64_t id, const std::optional<std::string>& own) const = 0;

  /// Calls `changed` some 100 ms after a call began or ended, once for all calls meanwhile, until the returned object
  /// is destroyed: a call is not to pay for those who watch.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> on_change(MoveOnlyFunction<void()> changed) = 0;

  /// From now on the counts of tool_uses() are kept in this file, which several processes may share. Called once at
  /// most; without it, they end with the process. `file`: an absolute path; its folder is made when it is needed.
  virtual void keep_uses(std::string file) = 0;

  /// How often each tool was used in the last 30 days, refused calls not counted: `{"since": "2026-11-20", "tools":
  /// [{"toolbox", "server", "tool", "calls", "lastUsed": "2026-11-27"}]}`. Days are those of UTC; `since` is the first
  /// day on record. `done` is called once, later, unless the process ends before.
  virtual void tool_uses(MoveOnlyFunction<void(Json uses)> done) = 0;

 protected:
  ~RecentCalls() = default;
};

}  // namespace workbench
