#include "commands/calls/saved_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "base/ascii.hpp"
#include "base/write_all.hpp"
#include "process/system_failure.hpp"

namespace workbench::app {
namespace {

constexpr int kMaxNumber = 100'000;

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kExtensions{{
    {"image/png", ".png"},
    {"image/jpeg", ".jpg"},
    {"image/gif", ".gif"},
    {"image/webp", ".webp"},
    {"image/svg+xml", ".txt"},  // has scripts that a browser runs
    {"image/bmp", ".bmp"},
    {"audio/wav", ".wav"},
    {"audio/x-wav", ".wav"},
    {"audio/mpeg", ".mp3"},
    {"audio/ogg", ".ogg"},
    {"audio/flac", ".flac"},
    {"text/plain", ".txt"},
    {"text/html", ".txt"},  // has scripts, too
    {"text/csv", ".csv"},
    {"text/markdown", ".md"},
    {"application/json", ".json"},
    {"application/pdf", ".pdf"},
}};

std::string_view extension_for(std::string_view media_type) {
  const std::string type = base::ascii_lower(media_type.substr(0, media_type.find_first_of("; ")));
  for (const auto& [known, extension] : kExtensions) {
    if (known == type) return extension;
  }
  return type.starts_with("text/") ? ".txt" : ".bin";
}

}  // namespace

Result<std::filesystem::path> SavedFiles::save(std::string_view bytes, std::string_view media_type) {
  if (files_ == kMaxFiles) {
    return Error{ErrorKind::unavailable, "the result has more than " + std::to_string(kMaxFiles) + " files"};
  }
  if (bytes.size() > kMaxBytes - bytes_) {
    return Error{ErrorKind::unavailable,
                 "the files of the result have more than " + std::to_string(kMaxBytes / 1024 / 1024) + " MiB"};
  }
  std::error_code ignored;  // open() reports the reason, too
  std::filesystem::create_directories(folder_, ignored);
  const FileDescriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) return system_failure(folder_.string());
  for (; number_ < kMaxNumber; ++number_) {
    const std::string name = "mcp-result-" + std::to_string(number_) + std::string(extension_for(media_type));
    std::filesystem::path path = folder_ / name;
    const FileDescriptor file(
        ::openat(folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file && errno == EEXIST) continue;
    if (!file) return system_failure(path.string());
    ++number_;
    ++files_;
    bytes_ += bytes.size();
    if (!base::write_all(file.get(), bytes)) {
      Error error = system_failure(path.string());
      ::unlinkat(folder.get(), name.c_str(), 0);
      return error;
    }
    return path;
  }
  return Error{ErrorKind::unavailable, folder_.string() + ": has too many files that are called mcp-result"};
}

}  // namespace workbench::app
