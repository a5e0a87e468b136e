#include "commands/commands.hpp"

#include <unistd.h>

#include <memory>
#include <optional>
#include <vector>

#include "commands/json_command.hpp"
#include "commands/servers/configured_servers.hpp"
#include "commands/servers/host_costs.hpp"
#include "commands/servers/host_modes.hpp"
#include "commands/servers/tool_explainer.hpp"
#include "process/log.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// `explain`: why clients see a tool, or do not, and as what; in which mode each host is served.
class ExplainCommand final : public JsonCommand {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  void explain_hosts(ConfiguredServers& servers, CommandContext& context) const;

  std::optional<std::string> host_;
};

}  // namespace

Command::Description ExplainCommand::description() const {
  return {"explain", "[TOOL]",
          "Explain why clients see a tool or do not, under which name, and what was repaired in it; without TOOL, in "
          "which mode each known host is served, and why"};
}

void ExplainCommand::define_options(Poco::Util::OptionSet& options) const {
  JsonCommand::define_options(options);
  options.addOption(Poco::Util::Option("host", "", "only in which mode this host is served, by its clientInfo")
                        .argument("NAME[@VERSION]"));
}

void ExplainCommand::handle_option(const std::string& name, const std::string& value) {
  JsonCommand::handle_option(name, value);
  if (name == "host") host_ = value;
}

void ExplainCommand::explain_hosts(ConfiguredServers& servers, CommandContext& context) const {
  const config::Config& config = servers.startup().config();
  if (as_json()) {
    const auto hosts = host_ ? std::vector{host_mode_of(config, named_client(*host_))} : host_modes(config);
    const Json costs = host_costs(servers, hosts);
    context.out << JsonText{costs.text()} << '\n';
  } else if (host_) {
    context.out << Lines{host_mode_line(config, named_client(*host_))};
  } else {
    context.out << Lines{host_modes_text(config, terminal_width(STDOUT_FILENO))};
  }
}

ExitStatus ExplainCommand::run(CommandContext context) {
  if (context.arguments.size() > 1 || (host_ && !context.arguments.empty())) {
    context.errors
        << "mcp-workbench explain: name one tool: TOOLBOX/SERVER/TOOL, SERVER/TOOL, or as a client sees it\n";
    return ExitStatus::usage;
  }
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::kept, context.errors);
  if (prepared != ExitStatus::ok) return prepared;
  if (host_ || context.arguments.empty()) {
    explain_hosts(servers, context);
    return ExitStatus::ok;
  }
  servers.report_slow_starts(context.errors);
  return ToolExplainer(servers, context, as_json() ? ToolExplainer::Form::json : ToolExplainer::Form::text)
      .explain(context.arguments.front());
}

std::unique_ptr<Command> make_explain_command() {
  return std::make_unique<ExplainCommand>();
}

}  // namespace workbench::app
