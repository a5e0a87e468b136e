#include "commands/lock/lock_report.hpp"

#include <algorithm>
#include <cstddef>

#include "base/shell_word.hpp"
#include "lock/diff_text.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

std::string title_of(const ItemFinding& finding) {
  return lock::item_title(finding.item.kind, finding.item.name);
}

bool has_state(const std::vector<ServerFinding>& servers, std::initializer_list<LockState> states) {
  return std::any_of(servers.begin(), servers.end(), [&](const ServerFinding& one) {
    return std::find(states.begin(), states.end(), one.state) != states.end();
  });
}

/// What is said about a server as a whole.
std::string sentence_about(const ServerFinding& finding) {
  switch (finding.state) {
    case LockState::same: return "same, " + counted(finding.items.size(), "item");
    case LockState::changed:
      return finding.is_only_start ? "what starts it has changed, so it was not started" : "changed";
    case LockState::added:
      return finding.is_only_start ? "is not in the lock file, so it was not started"
                                   : "is new, " + counted(finding.items.size(), "item");
    case LockState::removed: return "is no longer configured";
    case LockState::unchecked: break;
  }
  return "could not be checked: " + finding.reason;
}

void print_items(const ServerFinding& server, Output& out) {
  for (const ItemFinding& item : server.items) {
    if (item.is_silent()) continue;
    out << "  " << title_of(item) << ": " << sentence_about(item) << '\n';
  }
}

std::string text_of(const ItemFinding& finding, const LockReport& report, const std::string& server) {
  if (finding.state == LockState::added) return lock::whole_text('+', finding.form);
  const lock::ServerRecords* const records = report.store.find(server);
  const auto record = records == nullptr ? lock::ServerRecords::const_iterator() : records->find(finding.item);
  const std::string locked = records == nullptr || record == records->end() ? "" : record->second.definition;
  if (finding.state == LockState::removed) return lock::whole_text('-', locked);
  return lock::diff_text(finding.differences) + lock::new_patterns_text(locked, finding.form);
}

void print_command(const std::string& path, const std::string& hash, const LockReport& report, Output& out) {
  out << "  mcp-workbench lock --accept " << base::shell_word(path) << " --expect " << hash << report.options << '\n';
}

/// One command for each tool that differs, and one for everything.
void print_commands(const ServerFinding& server, const LockReport& report, Output& out) {
  if (server.is_only_start) {
    out << "To accept what starts " << server.server << ", which does not start it yet:\n";
    return print_command(server.server, server.items.front().hash, report, out);
  }
  std::size_t tools = 0;
  std::size_t others = 0;
  for (const ItemFinding& item : server.items) {
    if (item.is_silent()) continue;
    ++(item.item.kind == CatalogItemKind::tool ? tools : others);
  }
  out << "To accept, once you have read it:\n";
  for (const ItemFinding& item : server.items) {
    const bool is_one = item.item.kind == CatalogItemKind::tool && !item.is_silent() && tools + others > 1;
    if (is_one) print_command(server.server + "/" + item.item.name, item.hash, report, out);
  }
  if (tools + others > 1) out << "or all of it:\n";
  print_command(server.server, server.hash, report, out);
}

void print_server_diff(const ServerFinding& server, const LockReport& report, Output& out) {
  out << server.server << ": " << sentence_about(server) << '\n';
  bool has_text = false;
  for (const ItemFinding& item : server.items) {
    if (item.is_silent()) continue;
    has_text = true;
    out << title_of(item) << ": " << sentence_about(item) << '\n';
    out << Lines{text_of(item, report, server.server)};
  }
  if (has_text && server.state != LockState::unchecked) print_commands(server, report, out);
}

void write_differences(const ItemFinding& finding, JsonWriter& writer) {
  writer.array();
  for (const lock::Difference& difference : finding.differences) {
    writer.object().member("field", difference.field);
    writer.member("class", difference.weight == lock::DifferenceClass::note ? "note" : "change");
    if (difference.locked) writer.key("locked").raw(*difference.locked);
    if (difference.listed) writer.key("listed").raw(*difference.listed);
    writer.end();
  }
  writer.end();
}

void write_item(const ItemFinding& finding, const ServerFinding& server, const LockReport& report, JsonWriter& writer) {
  writer.object().member("section", lock::section_name(finding.item.kind));
  if (!finding.item.name.empty()) writer.member("name", finding.item.name);
  writer.member("state", word_for(finding.state)).member("hash", finding.hash);
  writer.member("line", report.store.line_of(server.server, finding.item));
  if (!finding.differences.empty()) write_differences(finding, writer.key("differences"));
  if (finding.state == LockState::added) writer.key("definition").raw(finding.form);
  writer.end();
}

}  // namespace

std::string configuration_options(const Sources& sources) {
  std::string options;
  const auto file = sources.definitions.find("workbench.toolboxes");
  if (file != sources.definitions.end()) options += " --config " + base::shell_word(file->second);
  if (!sources.properties_file.empty())
    options += " --properties " + base::shell_word(sources.properties_file.string());
  return options;
}

bool LockReport::has_changes() const {
  return has_state(servers, {LockState::changed, LockState::added, LockState::removed});
}

bool LockReport::has_unchecked() const {
  return has_state(servers, {LockState::unchecked});
}

std::string_view word_for(LockState state) {
  switch (state) {
    case LockState::same: return "same";
    case LockState::changed: return "changed";
    case LockState::added: return "added";
    case LockState::removed: return "removed";
    case LockState::unchecked: break;
  }
  return "unchecked";
}

std::string sentence_about(const ItemFinding& finding) {
  if (finding.state == LockState::added) return "new";
  if (finding.state == LockState::removed) return "no longer listed";
  const std::string fields = lock::field_names(finding.differences);
  if (finding.state == LockState::changed) return "changed, " + fields;
  return fields.empty() ? "same" : "same but for " + fields;
}

void print_summary(const LockReport& report, Output& out) {
  for (const ServerFinding& server : report.servers) {
    out << server.server << ": " << sentence_about(server) << '\n';
    const bool is_whole =
        (server.state == LockState::added && !server.is_only_start) || server.state == LockState::unchecked;
    if (!is_whole) print_items(server, out);
  }
}

void print_diff(const LockReport& report, Output& out) {
  bool is_first = true;
  for (const ServerFinding& server : report.servers) {
    if (!is_first) out << '\n';
    is_first = false;
    print_server_diff(server, report, out);
  }
}

void print_patterns(const std::vector<ServerFinding>& findings, Output& out) {
  for (const ServerFinding& server : findings) {
    for (const ItemFinding& item : server.items) {
      const bool has_pattern = item.form.find(R"({"$pattern":)") != std::string::npos;
      if (!has_pattern || item.is_silent()) continue;
      out << server.server << ": a text of " << lock::item_title(item.item.kind, item.item.name)
          << " differs from start to start; it is locked as a pattern (\"$pattern\")\n";
    }
  }
}

void write_report(const LockReport& report, JsonWriter& writer) {
  writer.object().member("file", report.store.path().string());
  writer.member("isSame", !report.has_changes()).member("isChecked", !report.has_unchecked());
  writer.key("servers").array();
  for (const ServerFinding& server : report.servers) {
    writer.object().member("server", server.server).member("state", word_for(server.state));
    if (!server.reason.empty()) writer.member("reason", server.reason);
    if (!server.items.empty()) writer.member("wasStarted", !server.is_only_start);
    if (!server.hash.empty()) writer.member("hash", server.hash);
    writer.key("items").array();
    for (const ItemFinding& item : server.items) write_item(item, server, report, writer);
    writer.end().end();
  }
  writer.end();
}

}  // namespace workbench::app
