#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/recent_calls.hpp>

#include "caller_sessions.hpp"
#include "kept_tools.hpp"

namespace workbench::call_log {

/// What a call was given and has returned, as far as it is kept. Each is a copy, so that it does not keep a message.
struct KeptValues {
  Json arguments;
  Json result;
  Json error;
  bool is_too_long = false;  ///< one of them has more than kMaxBytes, and is absent

  static constexpr std::size_t kMaxBytes = 256U * 1024;

  [[nodiscard]] std::size_t bytes() const {
    return sizeof(*this) + arguments.text().size() + result.text().size() + error.text().size();
  }
};

/// A call that is kept in memory. It is filled without formatting anything. [loop thread]
struct KeptCall {
  std::uint64_t id = 0;
  std::chrono::system_clock::time_point time;  ///< when it came
  std::shared_ptr<const CallerSession> session;
  std::shared_ptr<KeptTool> tool;
  std::string_view outcome;  ///< of static storage
  std::chrono::nanoseconds duration{0};
  std::size_t bytes_in = 0;
  std::size_t bytes_out = 0;
  std::unique_ptr<KeptValues> values;  ///< null: none are kept

  /// What it takes at most: names that calls share are counted for each.
  [[nodiscard]] std::size_t bytes() const {
    return sizeof(*this) + session->bytes() + tool->bytes() + (values == nullptr ? 0 : values->bytes());
  }
};

/// The outcome of a call that has not ended.
inline constexpr std::string_view kRunning = "running";

/// Copies `value` into `kept`, unless it is too long.
void keep(const Json& value, Json& kept, KeptValues& values);

/// Whether the call exists for this principal; absent: each call does.
[[nodiscard]] bool exists_for(const KeptCall& call, const std::optional<std::string>& own);
[[nodiscard]] bool matches(const KeptCall& call, const CallFilter& filter);

/// The call without its values, with the members that RecentCalls promises.
[[nodiscard]] Json summary_of(const KeptCall& call);
/// The call with its values.
[[nodiscard]] Json whole(const KeptCall& call);

}  // namespace workbench::call_log
