#include <algorithm>
#include <utility>

#include "client_files/exchange.hpp"
#include "client_files/text_edit.hpp"

namespace workbench::client_files {
namespace {

std::size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Where the lines end that belong to the block that begins in the line at `begin`: before the next line that is
/// indented no more than that. Comments and blank lines at the end belong to what follows.
std::size_t block_end(std::string_view text, std::size_t begin) {
  const std::size_t indent = indentation_of(line_at(text, begin));
  std::size_t end = line_end(text, begin);
  for (std::size_t next = end; next < text.size(); next = line_end(text, next)) {
    const std::string_view line = line_at(text, next);
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || line[first] == '#') continue;
    if (first <= indent) break;
    end = line_end(text, next);
  }
  return end;
}

std::string indented_items(const std::vector<WrittenItem>& items, std::size_t indentation) {
  const std::string indent(indentation, ' ');
  std::string lines;
  for (const WrittenItem& item : items) lines += indent + indented(item.text, indent);
  return lines;
}

std::string ending_with_line_break(std::string text) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text;
}

/// The items below the keys of the container that are missing, at the end of the file.
std::string appended(const Document& document, const Exchange& exchange) {
  std::string text = ending_with_line_break(document.text);
  std::size_t indent = 0;
  for (const std::string& name : exchange.container) {
    text += std::string(indent, ' ') + name + ":\n";
    indent += 2;
  }
  return text + indented_items(exchange.inserted, indent);
}

/// Below the line with the key of the container; without the brackets of an empty one.
std::string filled(std::string_view text, const Value& container, const Exchange& exchange) {
  TextEdit edit(text);
  const std::string_view brackets = text.substr(std::min(container.begin, text.size()), 2);
  if (brackets == "{}" || brackets == "[]") edit.remove(container.begin, container.begin + 2);
  const std::size_t begin = line_begin(text, container.begin);
  edit.insert(line_end(text, begin), indented_items(exchange.inserted, indentation_of(line_at(text, begin)) + 2));
  return edit.result();
}

}  // namespace

std::string text_of_yaml_item(std::string_view text, const Item& item) {
  const std::size_t begin = line_begin(text, item.begin);
  const std::size_t indent = indentation_of(line_at(text, begin));
  std::string lines;
  for (std::size_t line = begin; line < block_end(text, begin); line = line_end(text, line)) {
    const std::string_view whole = line_at(text, line);
    lines += whole.substr(std::min(indentation_of(whole), indent));
  }
  return ending_with_line_break(std::move(lines));
}

std::string exchanged_in_yaml(const Document& document, const Exchange& exchange) {
  const std::string text = ending_with_line_break(document.text);
  const Value* const container = document.root->at(exchange.container);
  if (container == nullptr) {
    const bool is_missing_whole = document.root->find(exchange.container.front()) == nullptr;
    return is_missing_whole ? appended(document, exchange) : std::string();
  }
  const std::vector<Item> items = items_of(*container);
  if (items.empty()) return filled(text, *container, exchange);
  TextEdit edit(text);
  bool is_inserted = exchange.inserted.empty();
  std::size_t indent = 0;
  std::size_t end = 0;
  for (const Item& item : items) {
    const std::size_t begin = line_begin(text, item.begin);
    indent = indentation_of(line_at(text, begin));
    end = block_end(text, begin);
    if (std::find(exchange.removed.begin(), exchange.removed.end(), item.name) == exchange.removed.end()) continue;
    edit.remove(begin, end);
    if (!std::exchange(is_inserted, true)) edit.insert(begin, indented_items(exchange.inserted, indent));
  }
  if (!is_inserted) edit.insert(end, indented_items(exchange.inserted, indent));
  return edit.result();
}

}  // namespace workbench::client_files
