#include "commands/schema_command.hpp"

#include <utility>

#include "config/toolboxes_file/json_schema.hpp"

namespace workbench::app {

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

}  // namespace workbench::app
