#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace test_support {

/// How long a test waits for what should come at once; long, because these machines are slow under sanitizers.
inline constexpr std::chrono::seconds kPatience{30};

/// A real child process with its three streams in our hands. Every wait has a deadline and throws when it passes.
class Process {
 public:
  /// `environment` is added to ours.
  explicit Process(const std::vector<std::string>& command, const std::map<std::string, std::string>& environment = {});
  /// Kills what is left of it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }

  /// Writes `text` and a newline, reading meanwhile so that neither side blocks the other.
  void write_line(std::string_view text) { write(std::string(text) + "\n"); }
  void write(std::string_view bytes);
  void close_input();

  /// The next line of its output; absent at the end of it.
  [[nodiscard]] std::optional<std::string> read_line(std::chrono::milliseconds patience = kPatience);
  /// All that is left of its output, to its end.
  [[nodiscard]] std::string read_all();

  void send_signal(int signal) const;

  struct End {
    bool was_signalled;
    int code_or_signal;
  };
  /// Waits for its end.
  End wait(std::chrono::milliseconds patience = kPatience);

  /// From now on its stderr is a pipe that nobody reads.
  void leave_errors_unread() { reads_errors_ = false; }

  /// What it has written to stderr so far.
  [[nodiscard]] const std::string& errors() const { return errors_; }
  /// Waits until its stderr has `text`.
  void wait_for_error_text(std::string_view text);

 private:
  /// Takes what is there on both streams, or waits for it until `deadline`; false when both have ended.
  bool pump(std::chrono::steady_clock::time_point deadline, bool wants_to_write = false);

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  int error_ = -1;
  std::string pending_;  // output that has not been asked for
  std::size_t searched_ = 0;
  bool reads_errors_ = true;
  std::string errors_;
  std::optional<End> end_;
};

}  // namespace test_support
