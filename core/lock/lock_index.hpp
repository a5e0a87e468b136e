#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "lock/item_key.hpp"
#include "lock/json_tape.hpp"

namespace workbench::lock {

/// The text of a lock file, and where each item is in it: what judges ten thousand items while a server starts. Keeps
/// the text and eight bytes for each of its values. Not tied to a thread.
class LockIndex {
 public:
  /// invalid_argument: as read_lock_file().
  [[nodiscard]] static Result<LockIndex> read(std::string text);

  /// One item. Valid as long as the index is not moved.
  struct Entry {
    JsonTape::Value item;  ///< the object with all of it
    JsonTape::Value definition;

    /// A day, as 2026-11-27; empty: not recorded, or edited to something else.
    [[nodiscard]] std::string since() const;
    [[nodiscard]] std::string hash() const { return text("hash"); }  ///< empty: the file has none

   private:
    [[nodiscard]] std::string text(std::string_view key) const;
  };

  /// The text that was read.
  [[nodiscard]] const std::string& text() const { return *text_; }

  [[nodiscard]] bool has_server(std::string_view server) const;
  [[nodiscard]] std::optional<Entry> find(std::string_view server, CatalogItemKind kind, std::string_view name) const;
  /// The names of a server's items of one kind, sorted. Valid as long as the index is not moved.
  [[nodiscard]] std::vector<std::string_view> names(std::string_view server, CatalogItemKind kind) const;
  [[nodiscard]] std::vector<std::string> servers() const;

  /// Where in the text an item is, or else its server, or 0.
  [[nodiscard]] std::size_t offset_of(std::string_view server, const ItemKey& item) const;

 private:
  friend class LockIndexReader;

  struct NamedItem {
    std::string_view name;
    std::uint32_t key;  // its token
  };
  struct IndexedServer {
    std::size_t offset = 0;
    std::array<std::vector<NamedItem>, kSectionCount> sections;  // each sorted by name
  };

  LockIndex() = default;
  [[nodiscard]] const NamedItem* find_item(std::string_view server, CatalogItemKind kind, std::string_view name) const;

  std::unique_ptr<const std::string> text_;
  JsonTape tape_;
  std::forward_list<std::string> decoded_names_;  // those with escapes
  std::map<std::string, IndexedServer, std::less<>> servers_;
};

}  // namespace workbench::lock
