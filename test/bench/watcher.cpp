#include "watcher.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace bench {
namespace {

constexpr std::string_view kSubscribe =
    "{\"jsonrpc\":\"2.0\",\"method\":\"workbench/operate\"}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"workbench/subscribe\",\"params\":{\"topics\":[\"calls\",\"servers\","
    "\"approvals\"]}}\n";

int connect_to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("the path of the socket is too long: " + path);
  std::memcpy(address.sun_path, path.c_str(), path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect to " + path + ": " + std::strerror(errno));
  }
  return socket;
}

}  // namespace

Watcher::Watcher(const std::string& runtime_folder, pid_t workbench)
    : socket_(connect_to(runtime_folder + "/mcp-workbench/" + std::to_string(workbench) + ".operator")) {
  if (::send(socket_, kSubscribe.data(), kSubscribe.size(), MSG_NOSIGNAL) < 0) {
    throw std::runtime_error("cannot subscribe");
  }
  reading_ = std::thread([this] { read_all(); });
}

Watcher::~Watcher() {
  ::shutdown(socket_, SHUT_RDWR);
  reading_.join();
  ::close(socket_);
}

void Watcher::read_all() {
  std::vector<char> bytes(1 << 16);
  for (;;) {
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) return;
    lines_ += static_cast<std::uint64_t>(std::count(bytes.data(), bytes.data() + count, '\n'));
  }
}

}  // namespace bench
