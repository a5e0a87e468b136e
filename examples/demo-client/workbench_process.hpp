#pragma once

#include <Poco/Pipe.h>
#include <Poco/Process.h>

#include <string>
#include <string_view>

namespace workbench::demo_client {

/// The parent of this program's folder: bin/, share/ and lib/ are in it.
[[nodiscard]] std::string install_prefix();

/// The workbench as a child process; it reads and writes lines. Its log goes to our own stderr. Every wait has a limit;
/// failures are thrown as std::runtime_error with a sentence for the user.
class WorkbenchProcess {
 public:
  /// Starts the mcp-workbench in the folder of this program.
  explicit WorkbenchProcess(const std::string& config);
  /// Kills the child if end() has not been called.
  ~WorkbenchProcess();
  WorkbenchProcess(const WorkbenchProcess&) = delete;
  WorkbenchProcess& operator=(const WorkbenchProcess&) = delete;

  /// If the child has ended, the next read_line() reports it.
  void write_line(std::string line);
  /// The next line, without its newline.
  [[nodiscard]] std::string read_line();

  /// Closes the child's stdin, which asks it to end, and returns its exit code.
  [[nodiscard]] int end();

 private:
  WorkbenchProcess(const std::string& program, const std::string& config);

  /// False at the end of the child's stdout.
  [[nodiscard]] bool read_more();

  Poco::Pipe to_child_;
  Poco::Pipe from_child_;
  Poco::ProcessHandle child_;
  std::string unread_;
  bool has_ended_ = false;
};

}  // namespace workbench::demo_client
