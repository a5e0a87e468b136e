#include "commands/lock/lock_store.hpp"

#include "client_files/file_writing.hpp"
#include "config/config_file.hpp"

namespace workbench::app {
namespace {

/// A team reads it, and there is no secret in it.
constexpr int kModeOfNewFile = 0644;

}  // namespace

Result<LockStore> LockStore::open(const std::filesystem::path& toolboxes_file) {
  LockStore store;
  store.path_ = toolboxes_file.parent_path() / lock::kLockFileName;
  if (client_files::is_missing(store.path_)) return store;
  auto text = config::read_bytes(store.path_, lock::kMaxLockFileBytes);
  if (!text) return Error{ErrorKind::unavailable, store.path_.string() + " " + text.error().message};
  auto file = lock::read_lock_file(*text);
  auto index = lock::LockIndex::read(*text);
  if (!file || !index) {
    const std::string& reason = file ? index.error().message : file.error().message;
    return Error{ErrorKind::invalid_argument, store.path_.string() + ": " + reason};
  }
  store.file_ = *std::move(file);
  store.index_ = *std::move(index);
  store.text_ = *std::move(text);
  return store;
}

const lock::ServerRecords* LockStore::find(const std::string& server) const {
  const auto found = file_.servers.find(server);
  return found == file_.servers.end() ? nullptr : &found->second;
}

std::size_t LockStore::line_of(const std::string& server, const lock::ItemKey& item) const {
  return index_ ? index_->line_of(server, item) : 1;
}

Result<void> LockStore::save(const lock::LockFile& file) const {
  client_files::Writing writing;
  if (text_) {
    writing.expected = *text_;
  } else {
    writing.is_new = true;
    writing.mode = kModeOfNewFile;
  }
  return client_files::write_file(path_, lock::write_lock_file(file), writing);
}

}  // namespace workbench::app
