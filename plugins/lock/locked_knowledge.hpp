#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <workbench/locked_items.hpp>

#include "lock/item_key.hpp"
#include "record_store.hpp"

namespace workbench::lock_review {

/// The lock files, and which of their items a server now lists with another text. What was judged last
/// is known of a server that several clients start with different toolboxes files. [loop thread]
class LockedKnowledge final : public LockedItems {
 public:
  [[nodiscard]] std::optional<LockedItem> find(std::string_view toolbox, std::string_view server, CatalogItemKind kind,
                                               std::string_view name) const override;

  [[nodiscard]] RecordStore& records() { return records_; }

  /// The lock file beside `toolboxes_file` is that of the server.
  void know(const std::string& server, std::string_view toolboxes_file);

  /// An item was compared with the lock file beside `toolboxes_file`.
  void record(const std::string& server, std::string_view toolboxes_file, CatalogItemKind kind, std::string_view name,
              bool is_changed);

 private:
  struct KnownServer {
    std::string toolboxes_file;
    std::set<lock::ItemKey> changed;
  };

  mutable RecordStore records_;
  std::map<std::string, KnownServer, std::less<>> servers_;  // by lock::server_key()
};

}  // namespace workbench::lock_review
