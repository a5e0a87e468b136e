#include "record_store.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "lock/lock_scheme.hpp"

namespace workbench::lock_review {
namespace {

struct FileText {
  FileVersion version;
  int error = 0;  // of the system
  std::string text;
};

/// As much as there is: others may write it meanwhile. Returns 0, or the error of the system.
int read_all(const FileDescriptor& file, std::string& text) {
  for (std::size_t length = 0; length < text.size();) {
    const ::ssize_t count = ::read(file.get(), text.data() + length, text.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) text.resize(length);
    length += static_cast<std::size_t>(count);
  }
  return 0;
}

/// Reads a regular file; another one could block the loop.
FileText read_file(const std::filesystem::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct ::stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return {{.error = errno}, errno, {}};
  FileText read{FileVersion::of(status), 0, {}};
  if (!S_ISREG(status.st_mode)) {
    read.error = EINVAL;
  } else if (static_cast<std::size_t>(status.st_size) > lock::kMaxLockFileBytes) {
    read.error = EFBIG;
  } else {
    read.text.resize(static_cast<std::size_t>(status.st_size));
    read.error = read_all(file, read.text);
  }
  return read;
}

ReadRecord broken(const FileVersion& version, std::string problem) {
  return {ReadRecord::State::broken, version, std::move(problem), std::nullopt};
}

/// A file that changes meanwhile is read again at the next refresh().
ReadRecord read_record(const std::string& toolboxes_file) {
  if (toolboxes_file.empty()) return {ReadRecord::State::missing, {.error = ENOENT}, {}, std::nullopt};
  FileText file = read_file(lock::lock_file_path(toolboxes_file));
  if (file.version.is_missing()) return {ReadRecord::State::missing, file.version, {}, std::nullopt};
  if (file.error != 0) {
    return broken(file.version, "it cannot be read: " + std::generic_category().message(file.error) +
                                    "; make it a regular file that the workbench may read");
  }
  auto index = lock::LockIndex::read(std::move(file.text));
  if (!index) return broken(file.version, index.error().message);
  return {ReadRecord::State::usable, file.version, {}, std::move(index).value()};
}

FileVersion version_beside(const std::string& toolboxes_file) {
  if (toolboxes_file.empty()) return {.error = ENOENT};
  return FileVersion::of(lock::lock_file_path(toolboxes_file));
}

bool is_alike(const ReadRecord& one, const ReadRecord& other) {
  if (one.state != other.state || one.problem != other.problem) return false;
  return !one.index || one.index->text() == other.index->text();
}

}  // namespace

const ReadRecord& RecordStore::of(std::string_view toolboxes_file) {
  Entry& entry = entry_of(toolboxes_file);
  if (!entry.record) entry.record = read_record(std::string(toolboxes_file));
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

/// A file that is only touched has not changed, but if its text was read later than its version was told, it may have.
bool RecordStore::refresh(const std::string& toolboxes_file, Entry& entry) {
  const FileVersion present = version_beside(toolboxes_file);
  const bool is_exact = !entry.record || entry.record->version == entry.version;
  if (is_exact && entry.version == present) return false;
  Entry renewed{present, std::nullopt};
  if (entry.record) renewed.record = read_record(toolboxes_file);
  const bool is_same = entry.record && is_exact && is_alike(*entry.record, *renewed.record);
  if (is_same) {
    renewed.record = std::move(entry.record);
    renewed.record->version = present;
  }
  entry = std::move(renewed);
  return !is_same;
}

}  // namespace workbench::lock_review
