#include "file_version.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace workbench::lock_review {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

}  // namespace

FileVersion FileVersion::of(const std::filesystem::path& file) {
  struct ::stat status {};
  if (::stat(file.c_str(), &status) != 0) return {.error = errno};
  return of(status);
}

FileVersion FileVersion::of(const struct ::stat& status) {
  return {0, status.st_dev, status.st_ino, status.st_size, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

bool FileVersion::is_missing() const {
  return error == ENOENT || error == ENOTDIR;
}

bool FileVersion::is_recent() const {
  constexpr std::chrono::nanoseconds kTick = std::chrono::seconds(2);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(std::max(modified_ns, changed_ns)) > now - kTick;
}

std::string FileVersion::text() const {
  std::string text = std::to_string(error);
  for (const std::uint64_t part : {device, inode}) text.append(" ").append(std::to_string(part));
  for (const std::int64_t part : {size, modified_ns, changed_ns}) text.append(" ").append(std::to_string(part));
  return text;
}

}  // namespace workbench::lock_review
