#include "client_files/replaced_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <set>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "config/config_file.hpp"

namespace workbench::client_files {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{16} * 1024 * 1024;
constexpr int kPrivate = 0600;

Error cannot_write(const std::filesystem::path& file, int error_number) {
  return {ErrorKind::unavailable,
          file.string() + " cannot be written (" + std::generic_category().message(error_number) + ")"};
}

/// Creates the folders above the file that are missing, for this user alone.
void create_folders(const std::filesystem::path& folder) {
  std::error_code failed;
  if (folder.empty() || std::filesystem::exists(folder, failed)) return;
  create_folders(folder.parent_path());
  ::mkdir(folder.c_str(), 0700);  // an error shows when the file is opened
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::fsync(descriptor) == 0;
}

/// The bytes of a file, a byte order mark included. Absent: it cannot be read.
Result<std::string> bytes_of(const std::filesystem::path& file) {
  return config::read_bytes(file, kMaxBytes);
}

}  // namespace

Result<void> write_file(const std::filesystem::path& file, std::string_view text, int mode) {
  std::error_code failed;
  const std::filesystem::path real = std::filesystem::weakly_canonical(file, failed);
  const std::filesystem::path& target = failed ? file : real;
  create_folders(target.parent_path());
  struct ::stat present {};
  const bool exists = ::stat(target.c_str(), &present) == 0;
  const auto wanted = mode != 0 ? static_cast<::mode_t>(mode) : (exists ? present.st_mode & 07777U : kPrivate);
  std::string name = target.string() + ".XXXXXX";
  {
    const FileDescriptor descriptor(::mkostemp(name.data(), O_CLOEXEC));
    if (!descriptor) return cannot_write(file, errno);
    const bool is_written = write_all(descriptor.get(), text) && ::fchmod(descriptor.get(), wanted) == 0;
    if (!is_written || ::rename(name.c_str(), target.c_str()) != 0) {
      const int error_number = errno;
      ::unlink(name.c_str());
      return cannot_write(file, error_number);
    }
  }
  return {};
}

std::vector<unsigned long> ReplacedFiles::numbers() const {
  std::vector<unsigned long> numbers;
  std::error_code failed;
  for (const auto& folder : std::filesystem::directory_iterator(folder_, failed)) {
    const std::string name = folder.path().filename().string();
    unsigned long number = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && stop == name.data() + name.size()) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Result<void> ReplacedFiles::replace(const std::filesystem::path& file, std::string_view before,
                                    std::string_view after) {
  const auto known = numbers();
  const std::filesystem::path folder = folder_ / std::to_string(known.empty() ? 1 : known.back() + 1);
  // The path last: a folder without it is one that was not finished.
  for (const auto& [name, text] : {std::pair<const char*, std::string_view>{"before", before}, {"after", after}}) {
    if (auto written = write_file(folder / name, text, kPrivate); !written) return written;
  }
  const std::string path = std::filesystem::absolute(file).string();
  if (auto written = write_file(folder / "path", path, kPrivate); !written) return written;
  return write_file(file, after);
}

std::vector<ReplacedFiles::Restored> ReplacedFiles::undo(bool even_if_changed) {
  std::vector<Restored> restored;
  std::set<std::filesystem::path> refused;
  const auto known = numbers();
  for (auto number = known.rbegin(); number != known.rend(); ++number) {
    const std::filesystem::path folder = folder_ / std::to_string(*number);
    const auto path = bytes_of(folder / "path");
    const auto before = bytes_of(folder / "before");
    const auto after = bytes_of(folder / "after");
    if (!path || !before || !after) continue;
    const std::filesystem::path file = *path;
    const auto present = bytes_of(file);
    const bool is_unchanged = present && *present == *after;
    if ((!is_unchanged && !even_if_changed) || refused.count(file) != 0) {
      if (refused.insert(file).second) {
        restored.push_back(
            {file, present ? "has changed since the workbench was put into it; restore it with --force, which "
                             "loses these changes, or by hand from " +
                                 (folder / "before").string()
                           : "does not exist any more; restore it with --force"});
      }
      continue;
    }
    if (auto written = write_file(file, *before); !written) {
      refused.insert(file);
      restored.push_back({file, written.error().message});
      continue;
    }
    std::error_code failed;
    std::filesystem::remove_all(folder, failed);
    std::erase_if(restored, [&](const Restored& other) { return other.file == file; });
    restored.push_back({file, ""});
  }
  return restored;
}

}  // namespace workbench::client_files
