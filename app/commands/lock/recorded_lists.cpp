#include "commands/lock/recorded_lists.hpp"

#include <algorithm>

namespace workbench::app {

ReviewVerdict RecordedLists::review(const ReviewedServer& server, const CatalogItem& item) {
  if (item.kind != CatalogItemKind::start) {
    ListedItems& listed = lists_[lock::server_key(server.toolbox, server.server)];
    listed.insert_or_assign(lock::ItemKey{item.kind, std::string(item.name)}, std::string(item.definition.text()));
  }
  return ReviewVerdict::admit();
}

/// A list that has changed meanwhile.
std::vector<std::string> RecordedLists::missing(const ReviewedServer& server, CatalogItemKind kind,
                                                std::span<const std::string_view> listed) {
  std::erase_if(lists_[lock::server_key(server.toolbox, server.server)], [&](const auto& item) {
    return item.first.kind == kind && std::find(listed.begin(), listed.end(), item.first.name) == listed.end();
  });
  return {};
}

}  // namespace workbench::app
