#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/error.hpp>
#include <workbench/options.hpp>

#include "process/launch_record.hpp"

namespace workbench::stdio {

/// The limits of the processes of one server: the option `rlimits` of its entry. The launcher applies it between
/// fork and exec, so that neither it nor the workbench is limited.
class ServerLimits {
 public:
  ServerLimits() = default;
  /// `configured` has been checked.
  explicit ServerLimits(Options::NumberMap configured) : configured_(std::move(configured)) {}

  /// Keys that do not exist, and values that no server could run with.
  [[nodiscard]] static std::vector<OptionError> check(const Options::NumberMap& configured);

  /// The launcher's arguments, `--limit=NAME:VALUE`. They include the soft limit of open files that this process was
  /// started with, because a listener may have raised ours since, and programs that use select() or close every
  /// descriptor they could have do not expect a high one.
  [[nodiscard]] std::vector<std::string> launcher_arguments() const;

  /// How the server ended, with the limit that has caused it or, as far as can be seen, may have; empty: none has.
  /// `last_words` are the end of its stderr; they are not quoted.
  [[nodiscard]] std::string describe_end(const LaunchRecord& end, std::string_view last_words) const;

  /// The server was ended because it had `processes` processes.
  [[nodiscard]] Error describe_excess(int processes) const;

 private:
  [[nodiscard]] std::optional<std::int64_t> value(std::string_view key) const;
  [[nodiscard]] std::string named(std::string_view key) const;

  Options::NumberMap configured_;
};

/// Records the soft limit of open files at the start of the process. [startup]
void remember_descriptor_limit();

}  // namespace workbench::stdio
