#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::config {

/// The unit in which a client writes time limits, whose keys do not name it. `unknown`: it is not known which client
/// has written the text.
enum class TimeUnit { unknown, seconds, milliseconds };

/// A time limit of another client, as ours.
struct ForeignTime {
  std::int64_t milliseconds = 1;  ///< from 1 to kMaxTimeLimitMs
  std::string reason;             ///< why it is not what is written, as the part of a sentence; empty: it is
};

/// Reads a number, or a number with its unit ("30s", "1.5 min"). Absent: it is neither. The rule for a number alone:
///
/// - It has the unit of its client.
/// - Where that is not known, what can be meant decides: below 1,000 it is seconds, because some clients count in
///   seconds and some in milliseconds, and a limit of less than a second is of no use to any.
/// - 0 and less mean that there is no limit. The longest limit here is a day, which also stands for longer ones.
[[nodiscard]] std::optional<ForeignTime> read_foreign_time(std::string_view text, TimeUnit unit);

}  // namespace workbench::config
