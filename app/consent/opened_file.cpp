#include "consent/opened_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "config/config_file.hpp"

namespace workbench::app {

Result<OpenedFile> read_opened(const std::filesystem::path& file, std::size_t max_bytes, Pipes pipes) {
  const auto descriptor = config::open_file(file);
  if (!descriptor) return descriptor.error();
  struct stat found {};
  if (::fstat(descriptor->get(), &found) != 0) return Error{ErrorKind::unavailable, "cannot be read"};
  if (!S_ISREG(found.st_mode) && pipes == Pipes::left) return OpenedFile{{}, false, {}};
  auto bytes = config::read_bytes(*descriptor, max_bytes);
  if (!bytes) return bytes.error();
  OpenedFile opened{*std::move(bytes), S_ISREG(found.st_mode), {}};
  if (!opened.is_regular) return opened;
  auto lookup = base::look_up(file, ::geteuid());
  if (lookup && lookup->device == found.st_dev && lookup->inode == found.st_ino) {
    opened.foreign = std::move(lookup->foreign);
  } else if (pipes == Pipes::left) {  // a named file may no longer have a name, as /dev/stdin of a here-document
    return Error{ErrorKind::unavailable, "was replaced while it was read; try again"};
  }
  return opened;
}

std::optional<base::ForeignAccess> foreign_access_to(const std::filesystem::path& file) {
  auto lookup = base::look_up(file, ::geteuid());
  if (!lookup) return std::nullopt;
  return std::move(lookup->foreign);
}

}  // namespace workbench::app
