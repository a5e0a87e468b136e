#include <algorithm>
#include <utility>

#include "client_files/exchange.hpp"
#include "client_files/text_edit.hpp"
#include "json/escape.hpp"
#include "json/extensions.hpp"

namespace workbench::client_files {
namespace {

/// The blanks that the line of this byte begins with.
std::string indentation_at(std::string_view text, std::size_t at) {
  const std::string_view line = line_at(text, line_begin(text, at));
  return std::string(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
}

/// By how much a level is indented in this file.
std::string unit_of(const Document& document) {
  const std::vector<Item> items = items_of(*document.root);
  const std::string unit = items.empty() ? "" : indentation_at(document.text, items.front().begin);
  return unit.empty() ? "  " : unit;
}

/// The text with a comma in the place of each trailing one, so that only comments are blank.
std::string without_comments(std::string_view text) {
  json::ExtendedJson extended = json::without_extensions(text);
  for (const auto& extension : extended.extensions) {
    if (extension.kind == json::ExtendedJson::Kind::trailing_comma) extended.plain[extension.offset] = ',';
  }
  return std::move(extended.plain);
}

std::string joined(const std::vector<WrittenItem>& items, std::string_view separator) {
  std::string text;
  for (const WrittenItem& item : items) {
    if (&item != &items.front()) text += separator;
    text += item.text;
  }
  return text;
}

/// One edit of a container that exists.
class JsonEdit {
 public:
  JsonEdit(const Document& document, const Value& container)
      : document_(document),
        container_(container),
        plain_(without_comments(document.text)),
        edit_(document.text),
        items_(items_of(container)) {}

  std::string run(const Exchange& exchange) {
    bool is_inserted = exchange.inserted.empty();
    for (const Item& item : items_) {
      if (std::find(exchange.removed.begin(), exchange.removed.end(), item.name) == exchange.removed.end()) continue;
      edit_.remove(item.begin, item.value->end);
      if (std::exchange(is_inserted, true)) {
        remove_comma(item);
      } else {
        edit_.insert(item.begin, in_place_of(item, exchange.inserted));
      }
    }
    if (!is_inserted) append(exchange.inserted);
    return edit_.result();
  }

 private:
  /// The comma behind the item; for the last item, the comma before it.
  void remove_comma(const Item& item) {
    std::size_t comma = plain_.find_first_not_of(kBlanks, item.value->end);
    if (comma == std::string::npos || plain_[comma] != ',') {
      comma = item.begin;
      do --comma;
      while (comma > container_.begin && (plain_[comma] != ',' || edit_.is_removed(comma)));
    }
    if (plain_[comma] == ',') edit_.remove(comma, comma + 1);
  }

  std::string in_place_of(const Item& item, const std::vector<WrittenItem>& inserted) const {
    const std::string indentation = indentation_at(document_.text, item.begin);
    return indented(joined(inserted, ",\n"), indentation);
  }

  void append(const std::vector<WrittenItem>& inserted) {
    const std::string_view text = document_.text;
    const std::string outer = indentation_at(text, container_.begin);
    std::string inner = outer + unit_of(document_);
    if (!items_.empty() && text.substr(line_begin(text, items_.back().begin)).find_first_not_of(" \t") ==
                               items_.back().begin - line_begin(text, items_.back().begin)) {
      inner = indentation_at(text, items_.back().begin);
    }
    add_comma_after_last();
    const std::size_t bracket = container_.end - 1;
    const std::size_t end = text.find_last_not_of(kBlanks, bracket - 1) + 1;
    std::string appended = "\n" + inner + indented(joined(inserted, ",\n"), inner);
    const bool is_on_line_of_its_own = text.substr(end, bracket - end).find('\n') != std::string_view::npos;
    edit_.insert(end, is_on_line_of_its_own ? appended : appended + "\n" + outer);
  }

  void add_comma_after_last() {
    if (items_.empty()) return;
    const std::size_t end = items_.back().value->end;
    const std::size_t next = plain_.find_first_not_of(kBlanks, end);
    if (next == std::string::npos || plain_[next] != ',') edit_.insert(end, ",");
  }

  const Document& document_;
  const Value& container_;
  const std::string plain_;
  TextEdit edit_;
  const std::vector<Item> items_;
};

/// The items in the objects that are missing above them, and in the container itself.
WrittenItem wrapped(const Exchange& exchange, std::size_t depth, const std::string& unit) {
  std::string text = joined(exchange.inserted, ",\n");
  bool is_list = text.starts_with('{');
  for (std::size_t index = exchange.container.size(); index > depth; --index) {
    const std::string key = json::quoted(exchange.container[index - 1]);
    text = key + (is_list ? ": [\n" : ": {\n") + unit + indented(text, unit) + (is_list ? "\n]" : "\n}");
    is_list = false;
  }
  return {exchange.container[depth], std::move(text)};
}

}  // namespace

std::string exchanged_in_json(const Document& document, const Exchange& exchange) {
  const Value* container = &*document.root;
  std::size_t depth = 0;
  for (; depth < exchange.container.size(); ++depth) {
    const Value* const next = container->find(exchange.container[depth]);
    if (next == nullptr) break;
    container = next;
  }
  if (!container->is_object() && !container->is_list()) return {};
  if (depth == exchange.container.size()) return JsonEdit(document, *container).run(exchange);
  if (exchange.inserted.empty()) return document.text;
  return JsonEdit(document, *container).run({{}, {}, {wrapped(exchange, depth, unit_of(document))}});
}

}  // namespace workbench::client_files
