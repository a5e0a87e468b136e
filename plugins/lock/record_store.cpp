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

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

FileVersion version_of(const std::filesystem::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, status.st_size, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

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

/// The same with its version. A file that changes in between is read again at the next refresh().
ReadRecord read_version(const std::string& toolboxes_file) {
  const FileVersion version = version_of(lock::lock_file_path(toolboxes_file));
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
  const auto found = records_.find(toolboxes_file);
  if (found != records_.end()) return found->second;
  const std::string key(toolboxes_file);
  return records_.emplace(key, read_version(key)).first->second;
}

bool RecordStore::refresh() {
  bool has_changed = false;
  for (auto& [toolboxes_file, record] : records_) {
    if (record.version == version_of(lock::lock_file_path(toolboxes_file))) continue;
    ReadRecord present = read_version(toolboxes_file);
    const bool is_same = is_alike(record, present);
    record.version = present.version;
    if (is_same) continue;
    record = std::move(present);
    has_changed = true;
  }
  return has_changed;
}

}  // namespace workbench::lock_review
