#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace workbench {

/// The address of a socket, as connect() of the operating system accepts it. Holds the bytes of a `sockaddr`, so that
/// only code that makes system calls needs their headers:
///
///   const int fd = ::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
///   ::connect(fd, static_cast<const sockaddr*>(address.data()), address.size());
class SocketAddress {
 public:
  /// As many bytes as any address takes (`sockaddr_storage`).
  static constexpr std::size_t kMaxSize = 128;

  /// `family`: AF_INET or AF_INET6. `data`: `size` bytes of a sockaddr, which are copied; no more than kMaxSize are.
  /// `text`: the address for people.
  SocketAddress(int family, const void* data, std::size_t size, std::string text)
      : family_(family), size_(std::min(size, kMaxSize)), text_(std::move(text)) {
    std::copy_n(static_cast<const std::byte*>(data), size_, bytes_.begin());
  }

  [[nodiscard]] int family() const noexcept { return family_; }
  /// A sockaddr of size() bytes, suitably aligned. Valid as long as this object.
  [[nodiscard]] const void* data() const noexcept { return bytes_.data(); }
  [[nodiscard]] unsigned size() const noexcept { return static_cast<unsigned>(size_); }
  /// With its port, for messages: `127.0.0.1:80`, `[::1]:80`.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  int family_;
  std::size_t size_;
  alignas(std::max_align_t) std::array<std::byte, kMaxSize> bytes_{};
  std::string text_;
};

}  // namespace workbench
