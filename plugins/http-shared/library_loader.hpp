#pragma once

#include <workbench/result.hpp>

namespace workbench::http {

/// A library beside the folder of the plugins that is loaded on first use, because most workbenches never need it.
struct LibraryFile {
  const char* name;     ///< of the file, in the parent of the plugin's folder
  const char* symbol;   ///< of the table that it exports
  const char* subject;  ///< for the error: "the library that ..."
};

/// The table that the library exports. Loads the library if it is not loaded yet; it is never unloaded.
/// unavailable: it cannot be loaded; the message has the file and the reason. [startup, loop thread]
[[nodiscard]] Result<const void*> load_table(const LibraryFile& file);

/// The same with the type of the table, which has a `kFile`.
template <typename Table>
[[nodiscard]] Result<const Table*> load_library() {
  const auto table = load_table(Table::kFile);
  if (!table) return table.error();
  return static_cast<const Table*>(*table);
}

}  // namespace workbench::http
