#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <cstring>
#include <stdexcept>
#include <string>

#include <workbench/file_descriptor.hpp>

#include "temporary_folder.hpp"

namespace test_support {

/// A service manager's end of the socket.
class NotifySocket {
 public:
  NotifySocket()
      : path_((folder_.path() / "notify").string()), socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path_.c_str(), sizeof address.sun_path - 1);
    if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot bind a socket");
    }
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  /// The next message; empty: none came.
  [[nodiscard]] std::string next(std::chrono::milliseconds patience = std::chrono::seconds(30)) {
    pollfd readable{socket_.get(), POLLIN, 0};
    if (::poll(&readable, 1, static_cast<int>(patience.count())) <= 0) return {};
    std::string message(4096, '\0');
    const ssize_t size = ::recv(socket_.get(), message.data(), message.size(), 0);
    message.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return message;
  }

 private:
  TemporaryFolder folder_;
  const std::string path_;
  const workbench::FileDescriptor socket_;
};

}  // namespace test_support
