#include "record_store.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "lock/lock_scheme.hpp"

namespace workbench::lock_review {
namespace {

struct FileText {
  int error = 0;  // of the system
  std::string text;
};

/// Reads a regular file; another one could block the loop.
FileText read_file(const std::filesystem::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return {errno, {}};
  if (!S_ISREG(status.st_mode)) return {EINVAL, {}};
  if (static_cast<std::size_t>(status.st_size) > lock::kMaxLockFileBytes) return {EFBIG, {}};
  std::ifstream file(path, std::ios::binary);
  FileText read{0, std::string(static_cast<std::size_t>(status.st_size), '\0')};
  if (!file.read(read.text.data(), status.st_size)) read.error = errno == 0 ? EIO : errno;
  return read;
}

ReadRecord broken(std::string problem) {
  ReadRecord record;
  record.state = ReadRecord::State::broken;
  record.problem = std::move(problem);
  return record;
}

ReadRecord read_record(const std::string& toolboxes_file) {
  if (toolboxes_file.empty()) return {};
  FileText file = read_file(lock::lock_file_path(toolboxes_file));
  if (file.error == ENOENT || file.error == ENOTDIR) return {};
  if (file.error != 0) {
    return broken("it cannot be read: " + std::generic_category().message(file.error) +
                  "; make it a regular file that the workbench may read");
  }
  auto index = lock::LockIndex::read(std::move(file.text));
  if (!index) return broken(index.error().message);
  ReadRecord record;
  record.state = ReadRecord::State::usable;
  record.index = std::move(index).value();
  return record;
}

FileVersion version_beside(const std::string& toolboxes_file) {
  if (toolboxes_file.empty()) return {.error = ENOENT};
  return FileVersion::of(lock::lock_file_path(toolboxes_file));
}

/// The same with its version. A file that changes in between is read again at the next refresh().
ReadRecord read_version(const std::string& toolboxes_file) {
  const FileVersion version = version_beside(toolboxes_file);
  ReadRecord record = read_record(toolboxes_file);
  record.version = version;
  return record;
}

bool is_alike(const ReadRecord& one, const ReadRecord& other) {
  if (one.state != other.state || one.problem != other.problem) return false;
  return !one.index || one.index->text() == other.index->text();
}

}  // namespace

const ReadRecord& RecordStore::of(std::string_view toolboxes_file) {
  Entry& entry = entry_of(toolboxes_file);
  if (!entry.record) entry.record = read_version(std::string(toolboxes_file));
  return *entry.record;
}

const FileVersion& RecordStore::version_of(std::string_view toolboxes_file) {
  const Entry& entry = entry_of(toolboxes_file);
  return entry.record ? entry.record->version : entry.version;
}

bool RecordStore::refresh() {
  bool has_changed = false;
  for (auto& [toolboxes_file, entry] : entries_) has_changed = refresh(toolboxes_file, entry) || has_changed;
  return has_changed;
}

RecordStore::Entry& RecordStore::entry_of(std::string_view toolboxes_file) {
  const auto found = entries_.find(toolboxes_file);
  if (found != entries_.end()) return found->second;
  const std::string key(toolboxes_file);
  return entries_.emplace(key, Entry{version_beside(key), std::nullopt}).first->second;
}

/// A file that is only touched has not changed, but if its text was read later than its version was told, nobody knows.
bool RecordStore::refresh(const std::string& toolboxes_file, Entry& entry) {
  const FileVersion present = version_beside(toolboxes_file);
  const bool is_exact = !entry.record || entry.record->version == entry.version;
  if (is_exact && entry.version == present) return false;
  Entry renewed{present, std::nullopt};
  if (entry.record) renewed.record = read_version(toolboxes_file);
  const bool is_same = entry.record && is_exact && is_alike(*entry.record, *renewed.record);
  if (is_same) {
    renewed.record = std::move(entry.record);
    renewed.record->version = present;
  }
  entry = std::move(renewed);
  return !is_same;
}

}  // namespace workbench::lock_review
