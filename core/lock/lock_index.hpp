#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <workbench/result.hpp>

#include "lock/item_key.hpp"
#include "lock/json_tape.hpp"
#include "lock/lock_file.hpp"

namespace workbench::lock {

/// The text of a lock file, and where each item is in it: what judges ten thousand items while a server starts. Keeps
/// the text and eight bytes for each of its values. Not tied to a thread.
class LockIndex {
 public:
  /// As read_lock_file().
  [[nodiscard]] static Result<LockIndex> read(std::string text);

  /// One item. Valid as long as the index.
  struct Entry {
    std::string_view name;  ///< as the file writes it, with its escapes
    JsonTape::Value definition;
    std::string_view since;
    std::string_view hash;
    std::size_t line;  ///< of the item, from 1
  };

  [[nodiscard]] bool has_server(std::string_view server) const;
  [[nodiscard]] std::optional<Entry> find(std::string_view server, CatalogItemKind kind, std::string_view name) const;
  /// The names of a server's items of one kind, in the order of the file.
  [[nodiscard]] std::vector<std::string> names(std::string_view server, CatalogItemKind kind) const;
  /// The line of a server, or else of an item of it, for reports. 0: the file does not have it.
  [[nodiscard]] std::size_t line_of(std::string_view server) const;

  /// The names of all servers.
  [[nodiscard]] std::vector<std::string> servers() const;
};

}  // namespace workbench::lock
