#include "commands/init/init_ending.hpp"

#include <cstddef>

#include "base/shell_word.hpp"
#include "commands/init/first_call.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

/// "Claude Code, Cursor and Zed"
std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t index = 0; index != names.size(); ++index) {
    if (index != 0) text += index + 1 == names.size() ? " and " : ", ";
    text += names[index];
  }
  return text;
}

}  // namespace

void show_ending(const InitOutcome& outcome, bool tries, CommandContext& context) {
  if (tries) {
    Sources sources = context.sources;
    sources.definitions["workbench.toolboxes"] = outcome.toolboxes_file.string();
    try_toolboxes(sources, context);
  }
  context.out << "\nTo start every server once, and see what is wrong with any: mcp-workbench doctor --config "
              << base::shell_word(outcome.toolboxes_file.string()) << '\n';
  if (outcome.changed_clients.empty()) {
    context.out
        << "To put the workbench into these clients in place of the servers: mcp-workbench init --yes --replace\n";
  } else {
    context.out << "Restart " << joined_names(outcome.changed_clients) << ", to read "
                << std::string_view(outcome.changed_clients.size() == 1 ? "its file" : "their files") << " again.\n";
  }
}

}  // namespace workbench::app
