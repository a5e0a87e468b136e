#include "commands/commands.hpp"

#include <memory>
#include <utility>

#include "config/toolboxes_file/toolboxes_schema.hpp"

namespace workbench::app {
namespace {

/// `schema`: writes the JSON Schema of the toolboxes file, with the options of the transports that the loaded plugins
/// register. For packages, and for editors where other plugins are loaded.
class SchemaCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"schema", "", "Write the JSON Schema of the toolboxes file, for editors, to stdout"};
  }
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

}  // namespace

ExitStatus SchemaCommand::run(CommandContext context) {
  if (!context.arguments.empty()) {
    context.errors << "mcp-workbench schema: takes no arguments; see --help\n";
    return ExitStatus::usage;
  }
  context.sources.definitions.emplace("log.level", "error");
  Startup startup(std::move(context.sources), context.errors);
  if (const ExitStatus status = startup.load_plugins(); status != ExitStatus::ok) return status;
  config::Vocabulary vocabulary;
  for (const std::string& name : startup.registry().of<Transport>().names()) {
    vocabulary.transports[name] = startup.registry().of<Transport>().find(name)->server_options;
  }
  context.out << Payload{config::toolboxes_schema(vocabulary)};
  return ExitStatus::ok;
}

std::unique_ptr<Command> make_schema_command() {
  return std::make_unique<SchemaCommand>();
}

}  // namespace workbench::app
