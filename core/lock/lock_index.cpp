#include "lock/lock_index.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "lock/json_text.hpp"

namespace workbench::lock {
std::string LockIndex::Entry::since() const {
  constexpr std::string_view kForm = "0000-00-00";
  std::string day = text("since");
  const bool is_day = std::equal(day.begin(), day.end(), kForm.begin(), kForm.end(), [](char byte, char form) {
    return form == '-' ? byte == '-' : base::is_ascii_digit(byte);
  });
  return is_day ? day : std::string();
}

std::string LockIndex::Entry::text(std::string_view key) const {
  const auto found = member(item, key);
  return found && found->kind() == JsonKind::string ? decoded(found->raw_string()) : std::string();
}

bool LockIndex::has_server(std::string_view server) const {
  return servers_.find(server) != servers_.end();
}

const LockIndex::NamedItem* LockIndex::find_item(std::string_view server, CatalogItemKind kind,
                                                 std::string_view name) const {
  const auto found = servers_.find(server);
  if (found == servers_.end()) return nullptr;
  const std::vector<NamedItem>& items = found->second.sections[static_cast<std::size_t>(kind)];
  const auto item = std::lower_bound(items.begin(), items.end(), has_names(kind) ? name : std::string_view(),
                                     [](const NamedItem& each, std::string_view wanted) { return each.name < wanted; });
  return item != items.end() && (item->name == name || !has_names(kind)) ? &*item : nullptr;
}

std::optional<LockIndex::Entry> LockIndex::find(std::string_view server, CatalogItemKind kind,
                                                std::string_view name) const {
  const NamedItem* const item = find_item(server, kind, name);
  if (item == nullptr) return std::nullopt;
  const JsonTape::Value value = tape_.value(item->key).next();
  return Entry{value, member(value, "definition").value_or(value)};
}

std::vector<std::string_view> LockIndex::names(std::string_view server, CatalogItemKind kind) const {
  std::vector<std::string_view> names;
  const auto found = servers_.find(server);
  if (found == servers_.end()) return names;
  for (const NamedItem& item : found->second.sections[static_cast<std::size_t>(kind)]) names.push_back(item.name);
  return names;
}

std::vector<std::string> LockIndex::servers() const {
  std::vector<std::string> names;
  for (const auto& [name, server] : servers_) names.push_back(name);
  return names;
}

std::size_t LockIndex::offset_of(std::string_view server, const ItemKey& item) const {
  const NamedItem* const found = find_item(server, item.kind, item.name);
  if (found != nullptr) return tape_.value(found->key).offset();
  const auto indexed = servers_.find(server);
  return indexed == servers_.end() ? 0 : indexed->second.offset;
}

}  // namespace workbench::lock
