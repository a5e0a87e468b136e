#include "commands/lock/recorded_lists.hpp"

#include <algorithm>
#include <vector>

namespace workbench::app {

ReviewVerdict RecordedLists::review(const ReviewedServer& server, const CatalogItem& item) {
  if (item.kind != CatalogItemKind::start) {
    ListedItems& listed = lists_[lock::server_key(server.toolbox, server.server)];
    listed.insert_or_assign(lock::ItemKey{item.kind, std::string(item.name)}, std::string(item.definition.text()));
  }
  return ReviewVerdict::admit();
}

/// Forgets what a list had that has changed meanwhile.
std::vector<std::string> RecordedLists::missing(const ReviewedServer& server, CatalogItemKind kind,
                                                std::span<const std::string_view> listed) {
  std::vector<std::string_view> present(listed.begin(), listed.end());
  std::sort(present.begin(), present.end());
  std::erase_if(lists_[lock::server_key(server.toolbox, server.server)], [&](const auto& item) {
    return item.first.kind == kind && !std::binary_search(present.begin(), present.end(), item.first.name);
  });
  return {};
}

}  // namespace workbench::app
