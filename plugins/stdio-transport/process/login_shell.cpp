#include "process/login_shell.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace workbench::stdio {
namespace {

/// The output of the shell's configuration is on other lines, or before and after this text.
constexpr std::string_view kBegin = "mcp-workbench:PATH=";
constexpr std::string_view kEnd = ":mcp-workbench";

/// Longer lines are greetings, not a PATH.
constexpr std::size_t kMaxLine = 256 * 1024;

/// The inner shell reads its variable in the one way that all shells can quote. The outer one runs the user's, without
/// its stderr, where prompts and complaints about the missing terminal go.
constexpr const char* kScript = R"(/bin/sh -c 'printf "\nmcp-workbench:PATH=%s:mcp-workbench\n" "$PATH"')";
constexpr const char* kQuietly = R"(exec "$0" -l -i -c "$1" 2>/dev/null)";

bool is_path(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  return text.find('/') != std::string_view::npos && std::none_of(text.begin(), text.end(), is_control);
}

}  // namespace

LoginShell::LoginShell(Host& host, const LauncherFile& launcher, std::string shell, EndedLaunchers& ended,
                       std::chrono::milliseconds limit)
    : host_(host), launcher_(launcher), shell_(std::move(shell)), ended_(ended), limit_(limit) {
  start();
}

void LoginShell::start() {
  ProcessCommand command;
  command.command = "/bin/sh";
  command.args = {"-c", kQuietly, shell_, kScript};
  command.env = {{"TERM", "dumb"}};
  auto pipes = StandardPipes::make();
  if (!pipes) return fail(pipes.error().message);
  auto launched = LauncherProcess::launch(launcher_, command, std::move(pipes->program), limit_, {}, ended_);
  if (!launched) return fail(launched.error().message);
  process_ = *std::move(launched);
  errors_ = std::move(pipes->errors);
  reader_.emplace(host_.loop(), std::move(pipes->output), kMaxLine, static_cast<LineReader::Sink&>(*this));
  timer_ = host_.loop().after(limit_, [this] {
    host_.log(LogLevel::warning, "stdio",
              "the login shell " + shell_ + " did not print its PATH in time; it is not run again");
    answer({});
  });
}

void LoginShell::fail(const std::string& reason) {
  host_.log(LogLevel::warning, "stdio", "the login shell could not be run: " + reason);
  path_.emplace();
}

LoginShell::Question LoginShell::ask(Answered answered) {
  auto question = std::make_shared<Answered>(std::move(answered));
  questions_.push_back(question);
  if (path_) timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] { answer_all(); });
  return question;
}

void LoginShell::on_line(std::string line) {
  const std::size_t begin = line.find(kBegin);
  const std::size_t end = line.rfind(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin + kBegin.size()) return;
  std::string path = line.substr(begin + kBegin.size(), end - begin - kBegin.size());
  if (is_path(path)) answer(std::move(path));
}

/// Ends the shell, and with it the reader and the timer that may have called.
void LoginShell::answer(std::string path) {
  path_ = std::move(path);
  reader_.reset();
  process_.reset();
  errors_.close();
  timer_.reset();
  answer_all();
}

void LoginShell::answer_all() {
  for (const std::weak_ptr<Answered>& weak : std::exchange(questions_, {})) {
    if (const Question question = weak.lock()) (*question)(*path_);
  }
}

LoginShell::Question LoginShells::ask(const std::string& shell, LoginShell::Answered answered) {
  std::unique_ptr<LoginShell>& asked = shells_[shell];
  if (asked == nullptr) asked = std::make_unique<LoginShell>(host_, launcher_, shell, ended_, limit_);
  return asked->ask(std::move(answered));
}

}  // namespace workbench::stdio
