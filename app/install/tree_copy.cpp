#include "install/tree_copy.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "process/system_failure.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kFolderMode = 0755;
constexpr ::mode_t kFileModes = 0755;  // what of the mode of a file stays
constexpr std::string_view kProgram = "mcp-workbench";

/// Adds what is below `root / below` and has `needed` in its path. A folder that is absent has nothing; one that cannot
/// be read is an error.
Result<void> add_files(const fs::path& root, const fs::path& below, std::string_view needed,
                       std::vector<fs::path>& files) {
  fs::path folder = root / below;  // the last one that was to be read
  std::error_code failed;
  auto entry = fs::recursive_directory_iterator(folder, failed);
  if (failed == std::errc::no_such_file_or_directory) return {};
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    const bool is_folder = entry->symlink_status(failed).type() == fs::file_type::directory;
    if (failed || is_folder) folder = entry->path();
    if (failed) break;
    if (is_folder) continue;
    fs::path file = entry->path().lexically_relative(root);
    if (file.native().find(needed) != std::string::npos) files.push_back(std::move(file));
  }
  if (!failed) return {};
  return Error{ErrorKind::unavailable, folder.string() + " cannot be read: " + failed.message()};
}

/// Absent: it cannot be read.
std::optional<std::string> bytes_of_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return in.is_open() && !in.bad() ? std::optional(std::move(bytes)) : std::nullopt;
}

bool is_same(const fs::path& one, const fs::path& other) {
  std::error_code failed;
  if (fs::is_symlink(one, failed) || fs::is_symlink(other, failed)) {
    return fs::read_symlink(one, failed) == fs::read_symlink(other, failed) && !failed;
  }
  if (fs::file_size(one, failed) != fs::file_size(other, failed) || failed) return false;
  const auto bytes = bytes_of_file(one);
  return bytes && bytes == bytes_of_file(other);
}

bool leads_out(const fs::path& file, const fs::path& target) {
  if (target.is_absolute()) return true;
  const fs::path end = (file.parent_path() / target).lexically_normal();
  return end.begin() != end.end() && *end.begin() == "..";
}

Error not_copied(const fs::path& file, const std::error_code& reason) {
  return {ErrorKind::unavailable, file.string() + " cannot be copied: " + reason.message()};
}

/// Makes the entry last: after a crash the file has its bytes, or is not there.
Result<void> synchronize(const fs::path& path, int kind) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | kind));
  if (!file || ::fsync(file.get()) != 0) return system_failure(path.string() + " cannot be written");
  return {};
}

Result<void> copy_regular_file(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  fs::copy_file(from, to, failed);
  if (failed) return not_copied(from, failed);
  struct ::stat found {};
  if (::stat(to.c_str(), &found) != 0 || ::chmod(to.c_str(), (found.st_mode & kFileModes) | S_IWUSR) != 0) {
    return system_failure(to.string());
  }
  return synchronize(to, 0);
}

Result<void> copy_entry(const fs::path& root, const fs::path& file, const fs::path& to) {
  std::error_code failed;
  if (!fs::is_symlink(root / file, failed)) return copy_regular_file(root / file, to / file);
  const fs::path target = fs::read_symlink(root / file, failed);
  if (failed) return not_copied(root / file, failed);
  if (leads_out(file, target)) {
    return Error{ErrorKind::invalid_argument, (root / file).string() + " is a link out of the tree, to " +
                                                  target.string() + "; such a tree is not copied"};
  }
  fs::create_symlink(target, to / file, failed);
  return failed ? Result<void>(not_copied(root / file, failed)) : Result<void>();
}

/// The folders that the files are in, those above before those below.
std::set<fs::path> folders_of(const std::vector<fs::path>& files) {
  std::set<fs::path> folders;
  for (const fs::path& file : files) {
    for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) folders.insert(folder);
  }
  return folders;
}

Result<void> copy_files(const fs::path& root, const std::vector<fs::path>& files, const fs::path& to) {
  const std::set<fs::path> folders = folders_of(files);
  for (const fs::path& folder : folders) {
    if (::mkdir((to / folder).c_str(), kFolderMode) != 0) return system_failure((to / folder).string());
    ::chmod((to / folder).c_str(), kFolderMode);  // whatever the umask
  }
  for (const fs::path& file : files) {
    if (auto copied = copy_entry(root, file, to); !copied) return copied;
  }
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    if (auto done = synchronize(to / *folder, O_DIRECTORY); !done) return done;
  }
  return synchronize(to, O_DIRECTORY);
}

/// A tree may have changed while it was copied.
Result<void> check_whole(const fs::path& copy, const fs::path& root) {
  std::error_code failed;
  if (fs::exists(copy / "bin/mcp-workbench", failed) && fs::is_directory(copy / "lib/mcp-workbench", failed)) return {};
  return Error{ErrorKind::unavailable,
               root.string() + " is not whole: it must have bin/mcp-workbench, and files in lib/mcp-workbench"};
}

Result<void> copy_into(const fs::path& staged, const InstallationTree& tree) {
  const auto files = files_of_tree(tree);
  if (!files) return files.error();
  if (auto done = copy_files(tree.root, *files, staged); !done) return done;
  return check_whole(staged, tree.root);
}

}  // namespace

Result<std::vector<fs::path>> files_of_tree(const InstallationTree& tree) {
  std::vector<fs::path> files;
  const std::vector<std::string_view> folders =
      tree.is_relocatable() ? std::vector<std::string_view>{""} : std::vector<std::string_view>{"bin", "lib", "share"};
  for (const std::string_view folder : folders) {
    const auto added = add_files(tree.root, folder, folder.empty() ? "" : kProgram, files);
    if (!added) return added.error();
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_copy_of(const fs::path& copy, const InstallationTree& tree) {
  const auto files = files_of_tree(tree);
  std::vector<fs::path> present;
  if (!files || !add_files(copy, {}, {}, present)) return false;
  std::sort(present.begin(), present.end());
  return *files == present && std::all_of(present.begin(), present.end(),
                                          [&](const fs::path& file) { return is_same(tree.root / file, copy / file); });
}

Result<fs::path> make_staging_folder(const fs::path& folder) {
  std::string name = (folder / kStagedPrefix).string() + "XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) return system_failure(name + " cannot be made");
  return fs::path(name);
}

Result<void> copy_tree(const InstallationTree& tree, const fs::path& target) {
  const auto staged = make_staging_folder(target.parent_path());
  if (!staged) return staged.error();
  auto done = copy_into(*staged, tree);
  if (done && (::chmod(staged->c_str(), kFolderMode) != 0 || ::rename(staged->c_str(), target.c_str()) != 0)) {
    done = system_failure(target.string() + " cannot be made");
  }
  if (done) return synchronize(target.parent_path(), O_DIRECTORY);
  std::error_code failed;
  fs::remove_all(*staged, failed);
  return done;
}

}  // namespace workbench::app
