#include "commands/lock/lock_store.hpp"

#include <system_error>

#include "client_files/file_writing.hpp"
#include "config/config_file.hpp"

namespace workbench::app {
namespace {

/// A team reads it, and there is no secret in it.
constexpr int kModeOfNewFile = 0644;

}  // namespace

Result<LockStore> LockStore::open(const std::filesystem::path& toolboxes_file) {
  LockStore store(toolboxes_file);
  if (const auto read = store.read(); !read) return read.error();
  if (!store.text_) return store;
  auto index = lock::LockIndex::read(*store.text_);
  if (!index) return Error{ErrorKind::invalid_argument, store.path_.string() + ": " + index.error().message};
  store.file_ = lock::lock_file_of(*index);
  store.lines_ = lock::LineNumbers(*store.text_);
  store.index_ = *std::move(index);
  return store;
}

Result<LockStore> LockStore::replacing(const std::filesystem::path& toolboxes_file) {
  LockStore store(toolboxes_file);
  if (const auto read = store.read(); !read) return read.error();
  return store;
}

Result<void> LockStore::read() {
  if (client_files::is_missing(path_)) return {};
  auto text = config::read_bytes(path_, lock::kMaxLockFileBytes);
  if (!text) return Error{ErrorKind::unavailable, path_.string() + " " + text.error().message};
  text_ = *std::move(text);
  return {};
}

const lock::ServerRecords* LockStore::find(const std::string& server) const {
  const auto found = file_.servers.find(server);
  return found == file_.servers.end() ? nullptr : &found->second;
}

std::size_t LockStore::line_of(const std::string& server, const lock::ItemKey& item) const {
  return index_ ? lines_.at(index_->offset_of(server, item)) : 1;
}

Result<void> LockStore::save(const lock::LockFile& file) const {
  const std::string written = lock::write_lock_file(file);
  if (const auto again = lock::LockIndex::read(written); !again) {
    return Error{ErrorKind::internal, path_.string() +
                                          " stays as it is, because what would be written could not be "
                                          "read again: " +
                                          again.error().message};
  }
  if (const auto backed_up = back_up(); !backed_up) return backed_up.error();
  client_files::Writing writing;
  if (text_) {
    writing.expected = *text_;
  } else {
    writing.is_new = true;
    writing.mode = kModeOfNewFile;
  }
  return client_files::write_file(path_, written, writing);
}

/// A file that cannot be used is kept: a person may want to correct it after all.
Result<void> LockStore::back_up() const {
  if (!text_ || index_) return {};
  std::error_code failed;
  std::filesystem::remove(backup_path(), failed);  // a link would lead to another file
  const auto mode = std::filesystem::status(path_, failed).permissions() & std::filesystem::perms::mask;
  return client_files::write_file(backup_path(), *text_, {.mode = static_cast<int>(mode), .is_new = true});
}

}  // namespace workbench::app
