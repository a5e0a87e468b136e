#include "base/secure_random.hpp"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace workbench::base {

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  for (std::size_t filled = 0; filled < count;) {
    const ssize_t got = ::getrandom(bytes.data() + filled, count - filled, 0);
    if (got < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot get random bytes");
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace workbench::base
