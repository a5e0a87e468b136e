#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/file_descriptor.hpp>

#include "event_loop/loop.hpp"
#include "process/output.hpp"
#include "servers/server.hpp"

namespace workbench::app {

/// A login that a person at the terminal carries out: shows the URL, perhaps opens the browser, and accepts the address
/// that the browser ends at as a line of the standard input. SIGINT, SIGTERM and SIGHUP abandon it. The process has one
/// at most. [startup]
class LoginDialogue {
 public:
  struct Options {
    std::vector<std::string> scopes;
    bool opens_browser = true;
  };

  /// `out` gets the URL, on a line of its own, and `errors` all other messages. All must outlive it.
  LoginDialogue(event_loop::Loop& loop, servers::Server& server, Output& out, Output& errors);
  LoginDialogue(const LoginDialogue&) = delete;
  LoginDialogue& operator=(const LoginDialogue&) = delete;
  ~LoginDialogue();

  /// Runs the loop until the login has ended. Errors: as ServerLogins::begin(). Absent: the server has
  /// no logins, or it was interrupted.
  [[nodiscard]] std::optional<Result<void>> run(Options options);
  [[nodiscard]] bool was_interrupted() const { return *was_interrupted_; }

 private:
  void show(const std::string& url, bool opens_browser);
  void read_input();
  void read_some();
  void handle_line(std::string_view line);

  event_loop::Loop& loop_;
  servers::Server& server_;
  Output& out_;
  Output& errors_;
  const std::shared_ptr<bool> was_interrupted_ = std::make_shared<bool>(false);  // signals may arrive after this
  std::optional<Result<void>> outcome_;
  std::unique_ptr<ServerLogin> login_;
  FileDescriptor input_;
  int flags_of_input_ = -1;  // to be restored; -1: nothing is
  std::string unread_;       // of the input, without a line break so far
  EventLoop::Watch reading_;
};

}  // namespace workbench::app
