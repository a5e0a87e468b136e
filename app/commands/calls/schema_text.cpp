#include "commands/calls/schema_text.hpp"

#include "base/text.hpp"
#include "process/log.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kMaxShownDepth = 4;    // of objects in objects that are shown
constexpr std::size_t kMaxValueBytes = 200;  // of the allowed values of one argument

std::string values_text(const std::vector<Json>& values) {
  std::string text;
  for (const Json& value : values) {
    if (!text.empty()) text += ", ";
    text += value.text();
  }
  return base::shortened(text, kMaxValueBytes);
}

/// "required, one of "a", "b"", "default 10", or nothing.
std::string demands_of(const SchemaView::Property& argument) {
  std::string text = argument.is_required ? "required" : "";
  const auto add = [&text](const std::string& more) { text.append(text.empty() ? "" : ", ").append(more); };
  if (const auto values = argument.schema.allowed_values(); !values.empty()) add("one of " + values_text(values));
  const Json fallback = argument.schema.default_value();
  if (!fallback.is_absent()) add("default " + base::shortened(fallback.text(), kMaxValueBytes));
  return text;
}

void add_rows(const SchemaView& schema, std::size_t depth, Table& table) {
  if (depth == kMaxShownDepth) return;
  for (const SchemaView::Property& argument : schema.properties()) {
    table.add({std::string(2 * depth, ' ') + argument.name, argument.schema.type_text(), demands_of(argument),
               argument.schema.description()});
    add_rows(argument.schema, depth + 1, table);
    if (const auto element = argument.schema.items()) add_rows(*element, depth + 1, table);
  }
}

}  // namespace

std::string argument_line(const SchemaView::Property& argument) {
  const std::string demands = demands_of(argument);
  std::string line = argument.name + " (" + argument.schema.type_text() + (demands.empty() ? "" : ", ") + demands + ")";
  if (const std::string description = argument.schema.description(); !description.empty()) line += ": " + description;
  return line;
}

std::string argument_table(const SchemaView& schema, std::size_t width) {
  Table table;
  add_rows(schema, 1, table);
  return table.text(width);
}

}  // namespace workbench::app
