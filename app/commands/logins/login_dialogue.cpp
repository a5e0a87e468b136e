#include "commands/logins/login_dialogue.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "commands/logins/browser.hpp"
#include "config/config_file.hpp"
#include "process/log.hpp"
#include "process/output.hpp"
#include "process/terminal.hpp"
#include "process/web_url.hpp"

namespace workbench::app {
namespace {

/// No browser shows a longer address.
constexpr std::size_t kMaxLine = 64 * 1024;

}  // namespace

LoginDialogue::LoginDialogue(event_loop::Loop& loop, servers::Server& server, Output& out, Output& errors)
    : loop_(loop), server_(server), out_(out), errors_(errors) {}

LoginDialogue::~LoginDialogue() {
  if (flags_of_input_ >= 0) ::fcntl(STDIN_FILENO, F_SETFL, flags_of_input_);
}

std::optional<Result<void>> LoginDialogue::run(Options options) {
  loop_.on_signals({SIGINT, SIGTERM, SIGHUP}, [flag = was_interrupted_, &loop = loop_](int) {
    if (!std::exchange(*flag, true)) loop.stop();
  });
  login_ = server_.login().begin(
      std::move(options.scopes), [this, opens = options.opens_browser](const std::string& url) { show(url, opens); },
      [this](Result<void> outcome) {
        outcome_ = std::move(outcome);
        loop_.stop();
      });
  if (login_ == nullptr) return std::nullopt;
  loop_.run();
  reading_.reset();
  login_.reset();
  return std::move(outcome_);
}

void LoginDialogue::show(const std::string& url, bool opens_browser) {
  if (!is_web_url(url)) {
    outcome_ = Error{ErrorKind::protocol, "the authorization server is not at an http or https URL: " + url};
    return loop_.stop();
  }
  const bool has_opened = opens_browser && has_browser() && open_browser(url);
  errors_ << std::string_view(has_opened ? "The browser should show this address now; if not, visit it:"
                                         : "Visit this address:")
          << std::endl;
  out_ << url << '\n' << std::flush;
  read_input();
  errors_ << "Waiting for the login; Ctrl-C abandons it.";
  if (reading_) {
    errors_ << " If the browser is on another machine, it ends at an address\n"
               "that it cannot reach: paste that address here.";
  } else {
    errors_ << " The browser has to be on this machine, because there is no input to paste an\n"
               "address into.";
  }
  errors_ << '\n' << std::flush;
}

// A terminal is opened again: the non-blocking mode would otherwise apply to the shell's terminal, too.
void LoginDialogue::read_input() {
  if (::isatty(STDIN_FILENO) != 0) {
    input_ = terminal_of_input();
  } else {
    flags_of_input_ = ::fcntl(STDIN_FILENO, F_GETFL);
    input_ = FileDescriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  }
  if (!input_) return;
  try {
    reading_ = loop_.watch(input_.get(), Readiness::readable, [this] { read_some(); });
  } catch (const std::system_error&) {  // no input is possible; the browser can still be redirected here
  }
}

void LoginDialogue::read_some() {
  std::array<char, 4096> bytes;
  const ssize_t count = ::read(input_.get(), bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count > 0) {
    unread_.append(bytes.data(), static_cast<std::size_t>(count));
  } else if (!unread_.empty()) {
    unread_ += '\n';  // the last line may lack its end
  }
  for (std::size_t end = unread_.find('\n'); end != std::string::npos; end = unread_.find('\n')) {
    const std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    handle_line(config::trimmed(line, " \t\r"));
  }
  if (unread_.size() > kMaxLine) unread_.clear();
  if (count <= 0) reading_.reset();
}

void LoginDialogue::handle_line(std::string_view line) {
  if (line.empty() || outcome_) return;
  const Result<void> completed = login_->complete(line);
  if (completed) return;
  errors_ << "This is not the address: " << completed.error().message
          << ". Paste the whole address that the address bar shows at the end.\n"
          << std::flush;
}

}  // namespace workbench::app
