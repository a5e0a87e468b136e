#include "commands/commands.hpp"

#include <unistd.h>

#include <memory>
#include <sstream>
#include <utility>

#include "client/workbench_tools.hpp"
#include "commands/json_command.hpp"
#include "json/lookup.hpp"
#include "process/log.hpp"
#include "process/output.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// `search`: finds tools by words, as the meta-tool search_tools does for agents.
class SearchCommand final : public JsonCommand {
 public:
  SearchCommand() : JsonCommand("print the JSON that the meta-tool search_tools returns") {}
  [[nodiscard]] Description description() const override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

constexpr char kSearchSays[] = "mcp-workbench search: ";
constexpr std::size_t kLimit = 20;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

/// ok: a plugin provides the meta-tool, which knows how to search.
ExitStatus check_availability(Sources sources, Output& errors) {
  sources.definitions.emplace("log.level", "error");
  Startup startup(std::move(sources), errors);
  if (const ExitStatus status = startup.load_plugins(); status != ExitStatus::ok) return status;
  if (startup.registry().of<MetaTool>().find("search_tools") != nullptr) return ExitStatus::ok;
  errors << kSearchSays << "is not available: no loaded plugin provides the meta-tool search_tools\n";
  return ExitStatus::bad_plugin;
}

void print_found_tools(const Json& answer, CommandContext& context) {
  Table table;
  for (const Json& tool : json::elements(json::member(answer, "tools"))) {
    const auto text = [&tool](const char* name) { return json::characters(json::member(tool, name)); };
    table.add({text("toolbox") + "/" + text("server") + "/" + text("tool"), text("description")});
  }
  context.out << Lines{table.text(terminal_width(STDOUT_FILENO))} << std::flush;
  for (const Json& note : json::elements(json::member(answer, "_notes"))) {
    context.errors << json::characters(note) << '\n';
  }
}

}  // namespace

Command::Description SearchCommand::description() const {
  return {"search", "WORD...", "Find tools by what they do"};
}

ExitStatus SearchCommand::run(CommandContext context) {
  const std::string query = joined(context.arguments);
  if (query.empty()) {
    context.errors << kSearchSays << "write a few words about what the tool should do\n";
    return ExitStatus::usage;
  }
  const ExitStatus available = check_availability(context.sources, context.errors);
  if (available != ExitStatus::ok) return available;
  WorkbenchSession session;
  WorkbenchTools tools(session);
  const ExitStatus opened = tools.open(context.sources, context.errors, ",search_tools");
  if (opened != ExitStatus::ok) return opened;
  tools.report_slow_starts(context.errors);
  tools.learn_all();
  const auto answer = tools.search(query, kLimit);
  if (!answer) {
    context.errors << kSearchSays << answer.error().message << '\n';
    return session.was_interrupted() ? ExitStatus::interrupted : ExitStatus::internal;
  }
  if (as_json()) {
    context.out << JsonText{answer->text()} << '\n';
  } else {
    print_found_tools(*answer, context);
  }
  return ExitStatus::ok;
}

std::unique_ptr<Command> make_search_command() {
  return std::make_unique<SearchCommand>();
}

}  // namespace workbench::app
