#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "process/launcher_process.hpp"
#include "shared/line_reader.hpp"

namespace workbench::stdio {

/// The PATH that a shell has once it has read its configuration, as in a terminal. A client that a desktop has started
/// has a shorter one, without the folders of version managers. The shell is asked once; it runs under a launcher, which
/// ends whatever it has started. [loop thread]
class LoginShell final : private LineReader::Sink {
 public:
  using Answered = MoveOnlyFunction<void(const std::string& path)>;
  /// A question. Its function is not called once it has been destroyed.
  using Question = std::shared_ptr<Answered>;

  /// `host`, `launcher` and `ended` must outlive it.
  LoginShell(Host& host, const LauncherFile& launcher, std::string shell, EndedLaunchers& ended,
             std::chrono::milliseconds limit);
  LoginShell(const LoginShell&) = delete;
  LoginShell& operator=(const LoginShell&) = delete;

  /// Calls `answered` with the PATH, or with an empty text if the shell has not said one within the limit; never inside
  /// this call.
  [[nodiscard]] Question ask(Answered answered);

 private:
  void start();
  void fail(const std::string& reason);
  void answer(std::string path);
  void answer_all();

  void on_line(std::string line) override;
  void on_overlong(std::string_view, bool) override {}
  void on_end() override { answer({}); }

  Host& host_;
  const LauncherFile& launcher_;
  const std::string shell_;
  EndedLaunchers& ended_;
  const std::chrono::milliseconds limit_;
  std::optional<std::string> path_;  // absent: it has not answered
  std::vector<std::weak_ptr<Answered>> questions_;
  std::unique_ptr<LauncherProcess> process_;  // until it has answered
  std::optional<LineReader> reader_;
  FileDescriptor errors_;  // of the shell, which may write to it; not read
  EventLoop::Timer timer_;
};

/// The shells that have been asked so far. [loop thread]
class LoginShells {
 public:
  /// How long a shell may take. Most take less than a second, and some with many version managers two or three.
  static constexpr std::chrono::seconds kLimit{5};

  LoginShells(Host& host, const LauncherFile& launcher, EndedLaunchers& ended, std::chrono::milliseconds limit)
      : host_(host), launcher_(launcher), ended_(ended), limit_(limit) {}

  [[nodiscard]] LoginShell::Question ask(const std::string& shell, LoginShell::Answered answered);

 private:
  Host& host_;
  const LauncherFile& launcher_;
  EndedLaunchers& ended_;
  const std::chrono::milliseconds limit_;
  std::map<std::string, std::unique_ptr<LoginShell>> shells_;
};

}  // namespace workbench::stdio
