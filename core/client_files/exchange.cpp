#include "client_files/exchange.hpp"

#include <algorithm>
#include <utility>

#include "base/contains.hpp"
#include "client_files/text_edit.hpp"

namespace workbench::client_files {
namespace {

std::string edited(const Document& document, const Exchange& exchange) {
  switch (document.format) {
    case Format::json: return exchanged_in_json(document, exchange);
    case Format::yaml: return exchanged_in_yaml(document, exchange);
    case Format::toml: break;
  }
  return exchanged_in_toml(document, exchange);
}

/// The value without the part at the end of the path.
void remove_at(Value& root, const std::vector<std::string>& path) {
  Value* value = &root;
  for (std::size_t index = 0; index + 1 < path.size(); ++index) {
    const auto found = std::find_if(value->members.begin(), value->members.end(),
                                    [&](const Member& member) { return member.name == path[index]; });
    if (found == value->members.end()) return;
    value = &found->value;
  }
  if (path.empty()) {
    value->members.clear();
    value->elements.clear();
  } else {
    std::erase_if(value->members, [&](const Member& member) { return member.name == path.back(); });
  }
}

/// The container, or the first object above it that is missing.
std::vector<std::string> changed_part(const Value& root, const std::vector<std::string>& container) {
  std::vector<std::string> path;
  const Value* value = &root;
  for (const std::string& name : container) {
    path.push_back(name);
    value = value->find(name);
    if (value == nullptr) break;
  }
  return path;
}

/// Whether the container has the intended content, and everything else is as before.
bool is_as_wanted(const Document& before, const Document& after, const Exchange& exchange) {
  if (!after.root) return false;
  if (before.extensions.empty() && !after.extensions.empty()) return false;
  Value old_rest = *before.root;
  Value new_rest = *after.root;
  const std::vector<std::string> part = changed_part(*before.root, exchange.container);
  remove_at(old_rest, part);
  remove_at(new_rest, part);
  // In TOML, a table without a head of its own ends with the last one in it.
  const Value* const left = after.root->at(exchange.container);
  if (!old_rest.same_as(new_rest)) return false;
  const std::vector<Item> items = left != nullptr ? items_of(*left) : std::vector<Item>();
  const auto find = [&](const std::string& name) {
    return std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.name == name; });
  };
  const Value* const old = before.root->at(exchange.container);
  std::size_t expected = exchange.inserted.size();
  for (const Item& item : old != nullptr ? items_of(*old) : std::vector<Item>()) {
    if (base::contains(exchange.removed, item.name)) continue;
    const auto found = find(item.name);
    if (found == items.end() || !found->value->same_as(*item.value)) return false;
    ++expected;
  }
  const auto is_there = [&](const WrittenItem& item) { return find(item.name) != items.end(); };
  return items.size() == expected && std::all_of(exchange.inserted.begin(), exchange.inserted.end(), is_there);
}

/// With the indentation of its lines but the first made the least possible.
std::string without_indentation(std::string_view text, std::size_t indentation) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size(); begin = line_end(text, begin)) {
    std::string_view line = line_at(text, begin);
    if (begin != 0) line.remove_prefix(std::min({line.find_first_not_of(" \t"), indentation, line.size()}));
    result += line;
  }
  return result;
}

}  // namespace

std::vector<Item> items_of(const Value& container) {
  std::vector<Item> items;
  for (const Member& member : container.members) items.push_back({member.name, member.begin, &member.value});
  for (const Value& element : container.elements) {
    const Value* const name = element.find("name");
    items.push_back({name != nullptr ? name->text : "", element.begin, &element});
  }
  return items;
}

std::optional<WrittenItem> written_item(const Document& document, const std::vector<std::string>& container,
                                        const std::string& name) {
  const Value* const value = document.root ? document.root->at(container) : nullptr;
  if (value == nullptr) return std::nullopt;
  const std::vector<Item> items = items_of(*value);
  const auto item = std::find_if(items.begin(), items.end(), [&](const Item& one) { return one.name == name; });
  if (item == items.end()) return std::nullopt;
  const std::string_view text = document.text;
  std::string written;
  switch (document.format) {
    case Format::json: {
      const std::size_t begin = line_begin(text, item->begin);
      const std::size_t indentation = text.substr(begin).find_first_not_of(" \t");
      written = without_indentation(text.substr(item->begin, item->value->end - item->begin), indentation);
      break;
    }
    case Format::yaml: written = text_of_yaml_item(text, *item); break;
    case Format::toml: {
      std::vector<std::string> path = container;
      path.push_back(name);
      written = text_of_toml_item(document, path);
      break;
    }
  }
  if (written.empty()) return std::nullopt;
  return WrittenItem{name, std::move(written)};
}

Result<std::string> exchanged(const Document& document, const Exchange& exchange) {
  const Error refusal{ErrorKind::invalid_argument,
                      "is written in a way that does not allow an edit of the servers alone"};
  if (!document.root) return refusal;
  std::string text = edited(document, exchange);
  if (!is_as_wanted(document, parse(text, document.format), exchange)) return refusal;
  return text;
}

}  // namespace workbench::client_files
