#include <Poco/Util/Option.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/contains.hpp"
#include "commands/approvals/operated_workbench.hpp"
#include "commands/commands.hpp"
#include "commands/logins/browser.hpp"
#include "commands/shared_request.hpp"
#include "json/lookup.hpp"

namespace workbench::app {
namespace {

using Poco::Util::Option;

constexpr const char* kHttp = "http";

/// The value of an option of the listener `http`, as the configuration has it.
std::string http_option(const config::KindSettings& listeners, const std::string& name, const std::string& fallback) {
  const auto options = listeners.options.find(kHttp);
  if (options == listeners.options.end()) return fallback;
  const auto option = options->second.find(name);
  return option == options->second.end() ? fallback : option->second.text;
}

/// Where a workbench of this configuration that is not shared would have the console. Absent: nowhere.
std::optional<std::string> configured_address(const config::Settings& settings) {
  const config::KindSettings& listeners = settings.of<Listener>();
  const bool has_console = http_option(listeners, "console", "false") == "true";
  if (!has_console || !base::contains(listeners.names, kHttp)) return std::nullopt;
  const std::string scheme = http_option(listeners, "certificate", "").empty() ? "http" : "https";
  std::string host = http_option(listeners, "address", "127.0.0.1");
  host = host.substr(0, host.find(','));
  const bool is_bare = host.find(':') == std::string::npos && host != "systemd";
  if (is_bare) host += ":" + http_option(listeners, "port", "8464");
  if (host.starts_with("unix") || host.starts_with("systemd")) return "the address of its proxy, at /console/";
  return scheme + "://" + host + "/console/";
}

/// `open`: opens the console in the browser: of the shared workbench, which it starts if none runs, or of another one
/// of this configuration.
class OpenCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"open", "", "Open the console of the workbench in the browser"};
  }

  void define_options(Poco::Util::OptionSet& options) const override {
    options.addOption(Option("print", "", "only print the address, which counts once and for 2 minutes"));
  }

  void handle_option(const std::string& name, const std::string&) override { prints_ = prints_ || name == "print"; }

  [[nodiscard]] ExitStatus run(CommandContext context) override {
    const FoundWorkbench found = find_workbench(context);
    if (!found.workbench) return found.status;
    if (auto socket = found.workbench->connect()) {
      return show(request(*std::move(socket), "workbench/console", context), context);
    }
    if (const auto other = find_other(found.settings.toolboxes_file.string())) return open_of(*other, context);
    if (const auto address = configured_address(found.settings)) return report_absence(*address, context);
    return start(*found.workbench, context);
  }

 private:
  /// By the configuration, the workbench is not shared, and has the console where it listens.
  static ExitStatus report_absence(const std::string& address, const CommandContext& context) {
    context.errors << "no workbench of this configuration was found on this machine; its console is at " << address
                   << '\n';
    return ExitStatus::no_workbench;
  }

  [[nodiscard]] ExitStatus open_of(const OperatedWorkbench& workbench, const CommandContext& context) const {
    const auto result = workbench.request("workbench/console");
    if (!result) context.errors << "mcp-workbench: " << result.error().message << '\n';
    return show(result ? std::optional(*result) : std::nullopt, context);
  }

  /// Starts the shared workbench, as a client with --join does.
  [[nodiscard]] ExitStatus start(const SharedWorkbench& shared, const CommandContext& context) const {
    const std::uintmax_t log_before = shared.log_size();
    auto socket = shared.connect_or_start();
    if (!socket) {
      context.errors << "mcp-workbench: " << socket.error().message << '\n';
      return ExitStatus::no_workbench;
    }
    const auto result = request(*std::move(socket), "workbench/console", context);
    if (!result) context.errors << Lines{shared.log_lines_since(log_before)};
    return show(result, context);
  }

  /// A workbench of this toolboxes file that is not shared, and has a socket for operators.
  static std::optional<OperatedWorkbench> find_other(const std::string& toolboxes_file) {
    for (OperatorSocketFile& socket : operator_sockets()) {
      OperatedWorkbench workbench(std::move(socket));
      const auto who = workbench.request("workbench/whoami");
      if (who && json::member_characters(*who, "toolboxesFile") == toolboxes_file) return workbench;
    }
    return std::nullopt;
  }

  /// Absent: an error has been written. The code is in the address alone, so that it is not written where it is not
  /// needed.
  [[nodiscard]] ExitStatus show(const std::optional<Json>& result, const CommandContext& context) const {
    if (!result) return ExitStatus::no_workbench;
    const std::string url = json::member_characters(*result, "url");
    if (prints_ || !has_browser() || !open_browser(url)) {
      context.out << url << '\n';
      return ExitStatus::ok;
    }
    context.errors << "The browser should show " << url.substr(0, url.find('#')) << " now; if not: mcp-workbench open "
                   << "--print\n";
    return ExitStatus::ok;
  }

  bool prints_ = false;
};

}  // namespace

std::unique_ptr<Command> make_open_command() {
  return std::make_unique<OpenCommand>();
}

}  // namespace workbench::app
