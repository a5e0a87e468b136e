#include "commands/calls/ask_inputs.hpp"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "commands/calls/result_content.hpp"
#include "config/toolboxes_file/inputs.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

/// While it exists, the terminal does not echo. A signal that ends the process restores the echo first. One at
/// a time.
class WithoutEcho {
 public:
  WithoutEcho() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    for (std::size_t i = 0; i < kSignals.size(); ++i) former_[i] = std::signal(kSignals[i], show_and_end);
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &silent);
    is_silent_ = true;
  }
  WithoutEcho(const WithoutEcho&) = delete;
  WithoutEcho& operator=(const WithoutEcho&) = delete;
  ~WithoutEcho() {
    if (!is_silent_) return;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
    for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], former_[i]);
  }

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

  static void show_and_end(int signal) {
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }

  static inline termios before_{};
  std::array<void (*)(int), kSignals.size()> former_{};
  bool is_silent_ = false;
};

/// The choice that was typed, as itself or by its number. Absent: neither.
std::optional<std::string> chosen(const std::vector<std::string>& options, const std::string& text) {
  if (std::find(options.begin(), options.end(), text) != options.end()) return text;
  std::size_t number = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  if (number < 1 || number > options.size()) return std::nullopt;
  return options[number - 1];
}

void write_question(const config::InputEntry& input, Output& out) {
  out << Lines{input.description.empty() ? input.id : input.description};
  for (std::size_t i = 0; i < input.options.size(); ++i) {
    out << "\n  " << i + 1 << " " << Lines{input.options[i]};
  }
  if (!input.options.empty()) out << '\n';
  if (!input.proposal.empty() && !input.is_secret) out << " [" << Lines{input.proposal} << "]";
  out << ": " << std::flush;
}

/// Absent: the input has ended.
std::optional<std::string> line_after(const config::InputEntry& input, Output& out) {
  std::optional<WithoutEcho> silent;
  if (input.is_secret) silent.emplace();  // before the question, so that early input is not echoed either
  write_question(input, out);
  std::string line;
  const bool is_read = static_cast<bool>(std::getline(std::cin, line));
  if (input.is_secret) out << '\n';
  return is_read ? std::optional(line) : std::nullopt;
}

/// Absent: the input has ended, or nothing was typed: the input is asked for again at the next use.
std::optional<std::string> answer_to(const config::InputEntry& input, Output& out) {
  while (true) {
    auto text = line_after(input, out);
    if (!text) return std::nullopt;
    if (text->empty()) text = input.proposal;
    if (text->empty()) return std::nullopt;
    if (input.options.empty()) return text;
    if (const auto choice = chosen(input.options, *text)) return choice;
    out << "Choose one of them, by its number.\n";
  }
}

/// Whether a question is seen and can be answered: one that is written to a file would be waited for in silence.
bool reaches_a_person(const Output& out) {
  return ::isatty(STDIN_FILENO) != 0 && out.is_terminal();
}

/// A file that was allowed stays allowed when its user has answered its inputs.
Result<void> record_answer(const Startup& startup) {
  const ToolboxesChoice& choice = startup.choice();
  if (choice.right != FileRight::trusted) return {};
  return TrustedFiles(environment_of_process).record(choice.file, config::Inputs::file_for(choice.file));
}

}  // namespace

void ask_for_inputs(Sources sources, Output& out) {
  if (!reaches_a_person(out)) return;
  sources.definitions.emplace("log.level", "error");
  std::ostringstream unread;  // the next use of the configuration reports the same
  Output errors(unread);
  Startup startup(std::move(sources), errors);
  if (startup.prepare() == ExitStatus::ok) static_cast<void>(ask_for_inputs(startup, out));
}

bool ask_for_inputs(const Startup& startup, Output& out) {
  const auto& unanswered = startup.unanswered_inputs();
  if (unanswered.empty() || !reaches_a_person(out)) return false;
  const auto& file = startup.settings().toolboxes_file;
  out << '"' << file << "\" needs values, which are stored in " << config::Inputs::file_for(file).string()
      << ", readable only by you. An empty answer skips the question.\n";
  bool has_answers = false;
  for (const config::InputEntry& input : unanswered) {
    const auto answer = answer_to(input, out);
    if (!answer) {
      if (std::cin) continue;
      out << '\n';
      break;
    }
    if (const auto kept = config::keep_answer(file, input.id, *answer); !kept) {
      out << kept.error().message << '\n';
      break;
    }
    if (const auto recorded = record_answer(startup); !recorded) out << recorded.error().message << '\n';
    has_answers = true;
  }
  std::cin.clear();
  return has_answers;
}

}  // namespace workbench::app
