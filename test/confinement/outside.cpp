#include "outside.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>

namespace confinement {
namespace {

/// With the file, for those who receive descriptors.
void send_banner(int socket, const std::string& banner, int file) {
  iovec part{const_cast<char*>(banner.data()), banner.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (file >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(rights), &file, sizeof file);
  }
  sendmsg(socket, &message, MSG_NOSIGNAL);
}

socklen_t make_address(const char* address, int port, sockaddr_storage& storage) {
  storage = {};
  auto* version_4 = reinterpret_cast<sockaddr_in*>(&storage);
  auto* version_6 = reinterpret_cast<sockaddr_in6*>(&storage);
  if (inet_pton(AF_INET, address, &version_4->sin_addr) == 1) {
    version_4->sin_family = AF_INET;
    version_4->sin_port = htons(static_cast<std::uint16_t>(port));
    return sizeof *version_4;
  }
  version_6->sin6_family = AF_INET6;
  version_6->sin6_port = htons(static_cast<std::uint16_t>(port));
  inet_pton(AF_INET6, address, &version_6->sin6_addr);
  return sizeof *version_6;
}

}  // namespace

Outside::Outside(const std::filesystem::path& folder, const std::filesystem::path& secret,
                 const std::string& abstract_name)
    : secret_(open(secret.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (pipe2(stop_, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  for (const char* address : {"127.0.0.1", "127.0.0.7", "198.51.100.1", "::1"}) {
    open_internet(address, kPort, SOCK_STREAM, Role::listener, "outside");
    open_internet(address, kPort, SOCK_DGRAM, Role::datagram, "outside");
  }
  open_internet("198.51.100.2", kPort, SOCK_STREAM, Role::listener, "allowed");
  open_internet("198.51.100.2", kPort, SOCK_DGRAM, Role::datagram, "allowed");
  for (const char* address : {"127.0.0.1", "198.51.100.1"}) {
    open_internet(address, 53, SOCK_DGRAM, Role::nameserver, "");
    open_internet(address, 53, SOCK_STREAM, Role::name_listener, "");
    open_internet(address, 5353, SOCK_DGRAM, Role::nameserver, "");
  }
  open_unix(folder / "stream", false, SOCK_STREAM, Role::listener);
  open_unix(folder / "datagram", false, SOCK_DGRAM, Role::sink);
  open_unix(abstract_name + "-stream", true, SOCK_STREAM, Role::listener);
  open_unix(abstract_name + "-datagram", true, SOCK_DGRAM, Role::sink);
  thread_ = std::thread([this] { run(); });
}

Outside::~Outside() {
  close(stop_[1]);
  thread_.join();
  close(stop_[0]);
  for (const Socket& socket : sockets_) close(socket.descriptor);
  close(secret_);
}

void Outside::open_internet(const char* address, int port, int type, Role role, const char* banner) {
  sockaddr_storage storage;
  const socklen_t size = make_address(address, port, storage);
  const int opened = socket(storage.ss_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int on = 1;
  setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(opened, reinterpret_cast<sockaddr*>(&storage), size) != 0 ||
      (type == SOCK_STREAM && listen(opened, 64) != 0)) {
    throw std::runtime_error(std::string("cannot serve on ") + address + ": " + std::strerror(errno));
  }
  sockets_.push_back({opened, role, banner});
}

void Outside::open_unix(const std::string& name, bool is_abstract, int type, Role role) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + (is_abstract ? 1 : 0), name.data(), name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1);
  const int opened = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (bind(opened, reinterpret_cast<sockaddr*>(&address), is_abstract ? size : sizeof address) != 0 ||
      (type == SOCK_STREAM && listen(opened, 64) != 0)) {
    throw std::runtime_error("cannot serve on " + name + ": " + std::strerror(errno));
  }
  if (!is_abstract) chmod(name.c_str(), 0777);
  sockets_.push_back({opened, role, "outside"});
}

void Outside::run() {
  for (;;) {
    std::vector<pollfd> polled{{stop_[0], POLLIN, 0}};
    for (const Socket& socket : sockets_) polled.push_back({socket.descriptor, POLLIN, 0});
    if (poll(polled.data(), polled.size(), -1) < 0) return;
    if (polled[0].revents != 0) return;
    for (std::size_t i = polled.size() - 1; i > 0; --i) {
      if (polled[i].revents != 0) handle(i - 1);
    }
  }
}

void Outside::handle(std::size_t index) {
  const Socket socket = sockets_[index];
  switch (socket.role) {
    case Role::listener:
    case Role::name_listener: return accept(socket);
    case Role::datagram: return answer_datagram(socket);
    case Role::nameserver: return answer_question(socket);
    case Role::sink: {
      char byte;
      recv(socket.descriptor, &byte, 1, 0);
      return;
    }
    case Role::client:
    case Role::name_client:
      if (answer_client(socket)) return;
      close(socket.descriptor);
      sockets_.erase(sockets_.begin() + static_cast<std::ptrdiff_t>(index));
  }
}

void Outside::accept(const Socket& listener) {
  const int accepted = accept4(listener.descriptor, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (accepted < 0) return;
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  getsockname(accepted, reinterpret_cast<sockaddr*>(&address), &size);
  const bool is_name = listener.role == Role::name_listener;
  if (!is_name) send_banner(accepted, listener.banner, address.ss_family == AF_UNIX ? secret_ : -1);
  sockets_.push_back({accepted, is_name ? Role::name_client : Role::client, {}});
}

void Outside::answer_datagram(const Socket& socket) {
  char byte;
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  if (recvfrom(socket.descriptor, &byte, 1, 0, reinterpret_cast<sockaddr*>(&from), &size) < 0) return;
  sendto(socket.descriptor, socket.banner.data(), socket.banner.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
}

void Outside::answer_question(const Socket& socket) {
  char question[1024];
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  const ssize_t received =
      recvfrom(socket.descriptor, question, sizeof question, 0, reinterpret_cast<sockaddr*>(&from), &size);
  if (received < 16) return;
  ++questions_;
  const std::string answer = answer_of_nameserver({question, static_cast<std::size_t>(received)}).substr(2);
  sendto(socket.descriptor, answer.data(), answer.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
}

bool Outside::answer_client(const Socket& socket) {
  char data[1024];
  const ssize_t received = recv(socket.descriptor, data, sizeof data, 0);
  if (received <= 0) return received < 0 && errno == EAGAIN;
  if (socket.role != Role::name_client || received < 18) return true;
  ++questions_;
  const std::string answer = answer_of_nameserver({data + 2, static_cast<std::size_t>(received - 2)});
  send(socket.descriptor, answer.data(), answer.size(), MSG_NOSIGNAL);
  return true;
}

}  // namespace confinement
