#include <algorithm>
#include <utility>

#include "client_files/exchange.hpp"
#include "client_files/text_edit.hpp"

namespace workbench::client_files {
namespace {

/// A table with a head of its own: "[mcp_servers.github.env]".
struct Table {
  std::size_t begin;
  std::size_t end;  ///< before the comments and blank lines that precede the next one
  std::vector<std::string> path;
};

void collect_tables(const Value& value, std::string_view text, std::vector<std::string>& path,
                    std::vector<Table>& tables) {
  const bool has_head = value.is_object() && !path.empty() && value.begin < text.size() && text[value.begin] == '[' &&
                        text.substr(line_begin(text, value.begin), value.begin - line_begin(text, value.begin))
                                .find_first_not_of(" \t") == std::string_view::npos;
  if (has_head) tables.push_back({line_begin(text, value.begin), 0, path});
  for (const Member& member : value.members) {
    path.push_back(member.name);
    collect_tables(member.value, text, path, tables);
    path.pop_back();
  }
  for (const Value& element : value.elements) collect_tables(element, text, path, tables);
}

std::size_t table_end(std::string_view text, std::size_t begin, std::size_t next) {
  std::size_t end = line_end(text, begin);
  for (std::size_t line = end; line < next; line = line_end(text, line)) {
    const std::size_t first = line_at(text, line).find_first_not_of(kBlanks);
    if (first != std::string_view::npos && line_at(text, line)[first] != '#') end = line_end(text, line);
  }
  return end;
}

/// In the order of the file.
std::vector<Table> tables_of(const Document& document) {
  std::vector<Table> tables;
  std::vector<std::string> path;
  collect_tables(*document.root, document.text, path, tables);
  std::sort(tables.begin(), tables.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  for (std::size_t index = 0; index < tables.size(); ++index) {
    const std::size_t next = index + 1 < tables.size() ? tables[index + 1].begin : document.text.size();
    tables[index].end = table_end(document.text, tables[index].begin, next);
  }
  return tables;
}

bool is_within(const std::vector<std::string>& path, const std::vector<std::string>& outer) {
  return path.size() >= outer.size() && std::equal(outer.begin(), outer.end(), path.begin());
}

std::size_t blank_lines_before(std::string_view text, std::size_t begin) {
  while (begin > 0) {
    const std::size_t before = line_begin(text, begin - 1);
    if (line_at(text, before).find_first_not_of(kBlanks) != std::string_view::npos) break;
    begin = before;
  }
  return begin;
}

std::string joined(const std::vector<WrittenItem>& items) {
  std::string text;
  for (const WrittenItem& item : items) text += (text.empty() ? "" : "\n") + item.text;
  return text;
}

}  // namespace

std::string text_of_toml_item(const Document& document, const std::vector<std::string>& path) {
  std::string text;
  for (const Table& table : tables_of(document)) {
    if (!is_within(table.path, path)) continue;
    text += text.empty() ? "" : "\n";
    text += std::string_view(document.text).substr(table.begin, table.end - table.begin);
    if (!text.ends_with('\n')) text += '\n';
  }
  return text;
}

std::string exchanged_in_toml(const Document& document, const Exchange& exchange) {
  const std::string_view text = document.text;
  TextEdit edit(text);
  bool is_inserted = exchange.inserted.empty();
  for (const Table& table : tables_of(document)) {
    const std::size_t depth = exchange.container.size();
    if (table.path.size() <= depth || !is_within(table.path, exchange.container)) continue;
    const auto& names = exchange.removed;
    if (std::find(names.begin(), names.end(), table.path[depth]) == names.end()) continue;
    edit.remove(table.begin, table.end);
    if (std::exchange(is_inserted, true)) {
      edit.remove(blank_lines_before(text, table.begin), table.begin);
    } else {
      edit.insert(table.begin, joined(exchange.inserted));
    }
  }
  if (!is_inserted) {
    const std::string before = text.empty() ? "" : (text.ends_with('\n') ? "\n" : "\n\n");
    edit.insert(text.size(), before + joined(exchange.inserted));
  }
  return edit.result();
}

}  // namespace workbench::client_files
