#include "commands/servers/tool_report.hpp"

#include <unistd.h>

#include <array>
#include <string_view>
#include <utility>

#include "process/table.hpp"

namespace workbench::app {
namespace {

void add_fact(Table& table, const char* title, const std::string& text) {
  if (!text.empty()) table.add({std::string("  ").append(title), text});
}

}  // namespace

void print(const ToolReport& report, Output& out) {
  out << report.toolbox << '/' << report.server << '/' << report.tool << '\n';
  Table table;
  add_fact(table, "server", report.configured);
  add_fact(table, "seen", report.seen);
  add_fact(table, "tools", report.entries);
  add_fact(table, "name", report.name);
  add_fact(table, "approval", report.approval);
  add_fact(table, "arguments", report.arguments);
  for (const std::string& note : report.notes) add_fact(table, "note", note);
  add_fact(table, "time", report.time);
  out << Lines{table.text(terminal_width(STDOUT_FILENO))};
}

void write(const ToolReport& report, JsonWriter& writer) {
  writer.object().member("toolbox", report.toolbox).member("server", report.server).member("tool", report.tool);
  writer.member("isSeen", report.is_seen);
  using Fact = std::pair<std::string_view, const std::string*>;
  const std::array<Fact, 7> facts{{{"configured", &report.configured},
                                   {"seen", &report.seen},
                                   {"entries", &report.entries},
                                   {"name", &report.name},
                                   {"approval", &report.approval},
                                   {"arguments", &report.arguments},
                                   {"time", &report.time}}};
  for (const auto& [key, text] : facts) {
    if (!text->empty()) writer.member(key, *text);
  }
  writer.key("notes").array();
  for (const std::string& note : report.notes) writer.string(note);
  writer.end().end();
}

}  // namespace workbench::app
