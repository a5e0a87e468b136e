#pragma once

#include <functional>
#include <map>
#include <string>

#include <workbench/result.hpp>

#include "lock/item_key.hpp"
#include "lock/lock_index.hpp"
#include "lock/lock_scheme.hpp"

namespace workbench::lock {

/// What the file has of one item.
struct LockRecord {
  std::string definition;  ///< in the form of lock_form.hpp
  std::string since;       ///< the day of its acceptance, as 2026-11-27; empty: not recorded
  std::string hash = {};   ///< as the file has it; see item_hash(). Ignored by write_lock_file()

  [[nodiscard]] friend bool operator==(const LockRecord&, const LockRecord&) = default;
};

using ServerRecords = std::map<ItemKey, LockRecord>;

/// The file as a value, by the names of servers ("TOOLBOX/SERVER").
struct LockFile {
  std::map<std::string, ServerRecords, std::less<>> servers;

  [[nodiscard]] friend bool operator==(const LockFile&, const LockFile&) = default;
};

/// Reads the text of a file, which people may have edited. invalid_argument: what is wrong, in which line, and the
/// remedy, without the name of the file.
[[nodiscard]] Result<LockFile> read_lock_file(std::string text);
/// What a text that was read has.
[[nodiscard]] LockFile lock_file_of(const LockIndex& index);

/// The text of the file: sorted, one field a line, with a hash for each item. Ends with a line break.
[[nodiscard]] std::string write_lock_file(const LockFile& file);

}  // namespace workbench::lock
