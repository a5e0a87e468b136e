#include "config/toolboxes_file/entry_troubles.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace workbench::config {
namespace {

/// The length of the name or the index with which a part of a path begins: `.name`, `["a name"]`, `[0]`. 0: none does.
std::size_t length_of_step(std::string_view path) {
  if (path.starts_with('.')) return std::min(path.find_first_of(".[", 1), path.size());
  if (!path.starts_with('[')) return 0;
  if (!path.starts_with("[\"")) return std::min(path.find(']'), path.size() - 1) + 1;
  for (std::size_t at = 2; at < path.size(); ++at) {
    if (path[at] == '"') return std::min(at + 2, path.size());
    if (path[at] == '\\') ++at;
  }
  return path.size();
}

/// The length of the beginning of `path` with these steps, of which an empty one is any step. 0: it has another.
std::size_t length_of_entry(std::string_view path, std::initializer_list<std::string_view> steps) {
  if (!path.starts_with('$')) return 0;
  std::size_t length = 1;
  for (const std::string_view step : steps) {
    const std::size_t next = length_of_step(path.substr(length));
    if (next == 0 || (!step.empty() && path.substr(length, next) != step)) return 0;
    length += next;
  }
  return length;
}

}  // namespace

std::string_view EntryTroubles::entry_of(std::string_view path) {
  return path.substr(0, std::max({length_of_entry(path, {".toolboxes", "", ".mcpServers", ""}),
                                  length_of_entry(path, {".inputs", ""}), length_of_entry(path, {".hosts", ""})}));
}

bool EntryTroubles::add(std::string_view path, std::string_view what) {
  const std::string_view entry = entry_of(path);
  if (entry.empty()) return false;
  const auto known = troubles_.find(entry);
  if (known != troubles_.end()) {
    ++known->second.further;
    return true;
  }
  std::string_view key = path.substr(entry.size());
  if (key.starts_with('.')) key.remove_prefix(1);
  std::string first(key);
  first.append(key.empty() ? "" : ": ").append(what);
  troubles_.emplace(entry, Trouble{std::move(first), 0});
  return true;
}

std::optional<std::string> EntryTroubles::reason(const std::string& entry) const {
  const auto found = troubles_.find(entry);
  if (found == troubles_.end()) return std::nullopt;
  const auto& [first, further] = found->second;
  const std::string count = std::to_string(further) + (further == 1 ? " further error" : " further errors");
  return "its entry cannot be used: " + first + (further == 0 ? "" : " (" + count + "; --check shows all)");
}

}  // namespace workbench::config
