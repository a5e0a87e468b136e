#include "made_folders.hpp"

#include <sys/stat.h>

#include <climits>
#include <cstring>

namespace launcher {

void make_folder(const char* path) {
  char part[PATH_MAX];
  if (std::strlen(path) >= sizeof part) return;
  for (const char* end = std::strchr(path + 1, '/'); end != nullptr; end = std::strchr(end + 1, '/')) {
    const auto length = static_cast<std::size_t>(end - path);
    std::memcpy(part, path, length);
    part[length] = '\0';
    mkdir(part, 0700);
  }
  mkdir(path, 0700);
}

}  // namespace launcher
