#include "commands/commands.hpp"

#include <Poco/Util/Option.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "commands/follow_file.hpp"
#include "commands/shared_request.hpp"
#include "config/suggestion.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "requests/status_text.hpp"

namespace workbench::app {
namespace {

using Poco::Util::Option;

constexpr std::chrono::seconds kBetweenScreens{1};

/// `status` and `ps`: the same information, as two texts.
class StatusCommand final : public Command {
 public:
  using Text = std::string (*)(const Json&);
  StatusCommand(Description description, Text text) : description_(description), text_(text) {}

  [[nodiscard]] Description description() const override { return description_; }

  void define_options(Poco::Util::OptionSet& options) const override {
    options.addOption(Option("json", "", "print everything as one JSON object"));
    options.addOption(Option("watch", "", "show it again every second, until Ctrl-C"));
  }

  void handle_option(const std::string& name, const std::string&) override {
    if (name == "json") is_json_ = true;
    if (name == "watch") watches_ = true;
  }

  [[nodiscard]] ExitStatus run(CommandContext context) override {
    const FoundWorkbench found = find_workbench(context);
    if (!found.workbench) return found.status;
    for (;;) {
      const auto status = request(*found.workbench, "workbench/status", context);
      if (!status) return ExitStatus::no_workbench;
      if (watches_ && context.out.is_terminal()) context.out << "\033[H\033[2J";  // clears the screen
      is_json_ ? context.out << JsonText{status->text()} << '\n' : context.out << Lines{text_(*status)};
      context.out.flush();
      if (!watches_ || !context.out) return ExitStatus::ok;
      std::this_thread::sleep_for(kBetweenScreens);
    }
  }

 private:
  const Description description_;
  const Text text_;
  bool is_json_ = false;
  bool watches_ = false;
};

class ReloadCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"reload", "", "Make the shared workbench read its configuration again, and show the outcome"};
  }

  [[nodiscard]] ExitStatus run(CommandContext context) override {
    const FoundWorkbench found = find_workbench(context);
    if (!found.workbench) return found.status;
    const auto report = request(*found.workbench, "workbench/reload", context);
    if (!report) return ExitStatus::no_workbench;
    for (const Json& message : json::elements(json::member(*report, "messages"))) {
      context.out << json::characters(message) << '\n';
    }
    const bool has_failed = json::characters(json::member(*report, "outcome")) == "failed";
    return has_failed ? ExitStatus::bad_configuration : ExitStatus::ok;
  }
};

class LogsCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"logs", "[SERVER]", "Show the log of the shared workbench, or its lines about one server"};
  }

  void define_options(Poco::Util::OptionSet& options) const override {
    options.addOption(Option("follow", "f", "continue with lines that are added, until Ctrl-C"));
  }

  void handle_option(const std::string& name, const std::string&) override { follows_ = follows_ || name == "follow"; }

  [[nodiscard]] ExitStatus run(CommandContext context) override {
    if (context.arguments.size() > 1) {
      context.errors << "mcp-workbench logs: names one server at most; see --help\n";
      return ExitStatus::usage;
    }
    const FoundWorkbench found = find_workbench(context);
    if (!found.workbench) return found.status;
    const std::string server = context.arguments.empty() ? std::string() : context.arguments.front();
    std::set<std::string> others;
    bool is_known = server.empty();
    const bool was_read = read_lines(found.workbench->log(), follows_, [&](const std::string& line) {
      const bool is_meant = server.empty() || is_about(line, server);
      if (is_meant) context.out << line << std::endl;
      is_known = is_known || is_meant;
      if (!is_known && source_of(line).find('/') != std::string::npos) others.insert(source_of(line));
      return static_cast<bool>(context.out);
    });
    if (was_read && is_known) return ExitStatus::ok;
    if (was_read) {
      context.errors << "mcp-workbench logs: no line is about a server \"" << server << "\"; "
                     << config::suggestion(server, {others.begin(), others.end()}) << '\n';
      return ExitStatus::usage;
    }
    context.errors << found.workbench->log().string() << " does not exist: no shared workbench has run\n";
    return ExitStatus::no_workbench;
  }

 private:
  /// What a line has in brackets; empty: nothing.
  static std::string source_of(const std::string& line) {
    const std::size_t begin = line.find('[');
    const std::size_t end = line.find(']', begin);
    if (begin == std::string::npos || end == std::string::npos) return {};
    return line.substr(begin + 1, end - begin - 1);
  }

  /// Whether the source of a line, in brackets, is the server: `TOOLBOX/SERVER` or `SERVER` alone.
  static bool is_about(const std::string& line, const std::string& server) {
    const std::string source = source_of(line);
    if (source.empty()) return false;
    return source == server || source.ends_with("/" + server);
  }

  bool follows_ = false;
};

}  // namespace

std::unique_ptr<Command> make_status_command() {
  return std::make_unique<StatusCommand>(
      Command::Description{"status", "", "Show the shared workbench with its clients and servers"}, status_text);
}

std::unique_ptr<Command> make_ps_command() {
  return std::make_unique<StatusCommand>(
      Command::Description{"ps", "", "Show the servers of the shared workbench and what their processes use"},
      processes_text);
}

std::unique_ptr<Command> make_reload_command() {
  return std::make_unique<ReloadCommand>();
}

std::unique_ptr<Command> make_logs_command() {
  return std::make_unique<LogsCommand>();
}

}  // namespace workbench::app
