#include "locked_knowledge.hpp"

namespace workbench::lock_review {

std::optional<LockedItem> LockedKnowledge::find(std::string_view toolbox, std::string_view server, CatalogItemKind kind,
                                                std::string_view name) const {
  const std::string key = lock::server_key(toolbox, server);
  const auto known = servers_.find(key);
  if (known == servers_.end()) return std::nullopt;
  const ReadRecord& record = records_.of(known->second.toolboxes_file);
  if (!record.index) return std::nullopt;
  const auto entry = record.index->find(key, kind, name);
  if (!entry) return std::nullopt;
  return LockedItem{entry->since(), known->second.changed.count({kind, std::string(name)}) > 0};
}

void LockedKnowledge::know(const std::string& server, std::string_view toolboxes_file) {
  KnownServer& known = servers_[server];
  if (known.toolboxes_file != toolboxes_file) known.toolboxes_file = toolboxes_file;
}

void LockedKnowledge::record(const std::string& server, std::string_view toolboxes_file, CatalogItemKind kind,
                             std::string_view name, bool is_changed) {
  know(server, toolboxes_file);
  KnownServer& known = servers_.find(server)->second;
  if (!is_changed && known.changed.empty()) return;
  lock::ItemKey key{kind, std::string(name)};
  if (is_changed) {
    known.changed.insert(std::move(key));
  } else {
    known.changed.erase(key);
  }
}

}  // namespace workbench::lock_review
