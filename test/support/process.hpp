#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace test_support {

/// The time limit of every wait: generous, for slow machines and sanitizers.
inline constexpr std::chrono::seconds kPatience{30};

/// How a process is started, beyond its command and its environment.
struct Launch {
  std::vector<std::string> shell;  ///< commands that a shell runs before it becomes the process
  std::vector<int> descriptors;    ///< what the process has as 3, 4 and so on; none of them is below 10
};

/// A child process whose three standard streams are pipes of ours. Every wait has a deadline and throws when it passes.
class Process {
 public:
  /// `environment` is added to the environment of this process. Unless it has XDG_CACHE_HOME and XDG_CONFIG_HOME, there
  /// is no cache and no file of the user; unless it has XDG_STATE_HOME or HOME, no state is kept: no test finds what
  /// another, or the developer, has left.
  explicit Process(const std::vector<std::string>& command, std::map<std::string, std::string> environment = {},
                   const Launch& launch = {});
  /// Kills the process if it still runs.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }

  /// Writes `text` and a newline. Reads while it writes, so that neither side blocks the other.
  void write_line(std::string_view text) { write(std::string(text) + "\n"); }
  void write(std::string_view bytes);
  void close_input();

  /// The next line of its output; absent at the end.
  [[nodiscard]] std::optional<std::string> read_line(std::chrono::milliseconds patience = kPatience);
  /// The rest of its output, up to its end.
  [[nodiscard]] std::string read_all();

  void send_signal(int signal) const;

  struct End {
    bool was_signalled;
    int code_or_signal;
  };
  /// Waits until it ends.
  End wait(std::chrono::milliseconds patience = kPatience);

  /// Reads no more of its stderr.
  void leave_errors_unread() { reads_errors_ = false; }

  /// Its stderr so far.
  [[nodiscard]] const std::string& errors() const { return errors_; }
  /// Waits until its stderr has `text` at `from` or later. Returns where.
  std::size_t wait_for_error_text(std::string_view text, std::size_t from = 0);

 private:
  /// Reads from both streams, waiting for input until `deadline`; false when both have ended.
  bool pump(std::chrono::steady_clock::time_point deadline, bool wants_to_write = false);

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  int error_ = -1;
  std::string pending_;  // output that was read and not yet returned
  std::size_t searched_ = 0;
  bool reads_errors_ = true;
  std::string errors_;
  std::optional<End> end_;
};

}  // namespace test_support
