#include "random_id.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace workbench::approvals {

std::string random_id() {
  constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";
  std::array<unsigned char, 16> bytes{};
  for (std::size_t filled = 0; filled < bytes.size();) {
    const ssize_t got = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
    if (got < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot get random bytes");
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  std::string id;
  for (const unsigned char byte : bytes) id += kLetters[byte & 0x1FU];
  return id;
}

}  // namespace workbench::approvals
