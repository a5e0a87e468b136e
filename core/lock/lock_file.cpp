#include "lock/lock_file.hpp"

#include "lock/form_writer.hpp"
#include "lock/lock_index.hpp"

namespace workbench::lock {
namespace {

ServerRecords records_of(const LockIndex& index, const std::string& server) {
  ServerRecords records;
  for (const CatalogItemKind kind : kSectionKinds) {
    for (const std::string_view name : index.names(server, kind)) {
      const auto entry = index.find(server, kind, name);
      if (!entry) continue;
      records[{kind, std::string(name)}] = {form_of(entry->definition, FormSource::lock_file), entry->since(),
                                            entry->hash()};
    }
  }
  return records;
}

}  // namespace

LockFile lock_file_of(const LockIndex& index) {
  LockFile file;
  for (std::string& server : index.servers()) {
    ServerRecords records = records_of(index, server);
    file.servers.emplace(std::move(server), std::move(records));
  }
  return file;
}

Result<LockFile> read_lock_file(std::string text) {
  const auto index = LockIndex::read(std::move(text));
  if (!index) return index.error();
  return lock_file_of(*index);
}

}  // namespace workbench::lock
