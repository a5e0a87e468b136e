#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "temporary_folder.hpp"

namespace soak {

/// The real program as a child process, with non-blocking pipes at its stdin and stdout, and its log in a file.
class WorkbenchProcess {
 public:
  /// `settings` are for -D. `environment` is added to ours.
  WorkbenchProcess(const std::string& program, std::string_view toolboxes, const std::vector<std::string>& settings,
                   const std::map<std::string, std::string>& environment = {});
  /// Kills it if it still runs.
  ~WorkbenchProcess();
  WorkbenchProcess(const WorkbenchProcess&) = delete;
  WorkbenchProcess& operator=(const WorkbenchProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] int input() const { return input_; }
  [[nodiscard]] int output() const { return output_; }
  void close_input();
  void send_signal(int signal) const;

  /// Replaces the toolboxes file, whole.
  void write_toolboxes(std::string_view toolboxes) const;

  /// The port of its HTTP listener, for which it waits. Throws if there is none after 30 s.
  [[nodiscard]] std::uint16_t http_port() const;
  [[nodiscard]] std::string log() const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

  /// The status of waitpid(); absent: it has not ended within `patience`.
  std::optional<int> wait(std::chrono::milliseconds patience);

 private:
  const test_support::TemporaryFolder folder_;
  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  std::optional<int> status_;
};

}  // namespace soak
