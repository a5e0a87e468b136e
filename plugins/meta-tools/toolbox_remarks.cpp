#include "toolbox_remarks.hpp"

#include <algorithm>

#include <workbench/json_writer.hpp>

#include "lean/first_sentence.hpp"
#include "tool_list_writer.hpp"

namespace meta_tools {

using workbench::JsonWriter;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::ResultBudget;
using workbench::Tool;

namespace {

/// The failure of one of several servers, and a note on one, is cut at this length; a failure at less where there is
/// little room for the tools of the others.
constexpr std::size_t kMaxFailure = 600;
constexpr std::size_t kMinFailure = 160;

/// Notes on definitions are for the operator; the log has all of them.
constexpr std::size_t kMaxNotesOfAServer = 3;

/// Native names that were cut to fit the host's limit are listed up to this number; the list of tools has all of them.
constexpr std::size_t kMaxCutNames = 5;

/// The remarks on the definitions of one server.
void add_remarks_on(const OpenedServer& server, std::vector<std::string>& notes) {
  const std::size_t shown = std::min(server.notes.size(), kMaxNotesOfAServer);
  for (std::size_t index = 0; index < shown; ++index) {
    notes.push_back("server '" + server.name + "': " + cut_at_word(server.notes[index], kMaxFailure));
  }
  if (shown < server.notes.size()) {
    notes.push_back("server '" + server.name + "': and " + std::to_string(server.notes.size() - shown) +
                    " more; the workbench's log has them all");
  }
}

/// Leaves the first texts that a quarter of `budget` has room for, at least one, and counts the others.
void keep_within_quarter(const ResultBudget& budget, std::vector<std::string>& texts) {
  std::size_t used = 0;
  for (std::size_t index = 0; index < texts.size(); ++index) {
    used += budget.length_of(json_string(texts[index])) + 1;
    if (index == 0 || used <= budget.size / 4) continue;
    const std::size_t left_out = texts.size() - index;
    texts.resize(index);
    texts.push_back("and " + std::to_string(left_out) + " more notes; the workbench's log has them all");
  }
}

}  // namespace

std::vector<std::string> notes_on_servers(const OpenedToolbox& toolbox, const ResultBudget& budget) {
  std::vector<std::string> notes;
  for (const OpenedServer& server : toolbox.servers) {
    if (server.is_starting) {
      notes.push_back("server '" + server.name +
                      "' is still starting; open the toolbox again in a while to see its tools");
    }
  }
  for (const OpenedServer& server : toolbox.servers) add_remarks_on(server, notes);
  keep_within_quarter(budget, notes);
  return notes;
}

std::string note_on_native_names(const OpenedToolbox& toolbox, const Audience& audience) {
  if (!audience.native_name) return {};
  std::string patterns;
  std::string cut;
  std::size_t cuts = 0;
  for (const OpenedServer& server : toolbox.servers) {
    if (server.tools.empty()) continue;
    const std::string prefix = toolbox.name + "__" + server.name + "__";
    patterns.append(patterns.empty() ? "" : " and ").append(prefix + "NAME");
    for (const Tool& tool : server.tools) {
      const auto name = audience.native_name({toolbox.name, server.name, tool.name});
      if (!name || *name == prefix + tool.name || ++cuts > kMaxCutNames) continue;
      cut.append(", " + tool.name + " as " + *name);
    }
  }
  if (cuts > kMaxCutNames) cut.append(" and " + std::to_string(cuts - kMaxCutNames) + " more cut like these");
  if (patterns.empty()) return {};
  return "these tools are also in your own list of tools, once it has been read again, as " + patterns + cut;
}

std::vector<std::string> failures_of(const OpenedToolbox& toolbox, const ResultBudget& budget) {
  // Failures may take about a quarter of the answer.
  const std::size_t room = budget.size / 4;
  const std::size_t share = room / std::max<std::size_t>(1, toolbox.servers.size());
  std::vector<std::string> errors;
  std::size_t left_out = 0;
  std::size_t used = 0;
  for (const OpenedServer& server : toolbox.servers) {
    if (!server.failure) continue;
    if (used > room) {
      ++left_out;
      continue;
    }
    errors.push_back(cut_at_word(connection_failure(toolbox, server), std::clamp(share, kMinFailure, kMaxFailure)));
    used += budget.length_of(json_string(errors.back()));
  }
  if (left_out > 0) {
    errors.push_back("Failed to connect to " + std::to_string(left_out) + " more; the workbench's log says why");
  }
  return errors;
}

std::string connection_failure(const OpenedToolbox& toolbox, const OpenedServer& server) {
  std::string reason = server.failure ? server.failure->message : std::string();
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return "Failed to connect to server '" + server.name + "' in toolbox '" + toolbox.name + "': " + reason;
}

}  // namespace meta_tools
