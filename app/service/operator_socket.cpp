#include "service/operator_socket.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include <workbench/line_connection.hpp>

#include "process/shared_socket.hpp"

namespace workbench::app {
namespace {

bool is_of_own_user(const FileDescriptor& socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  return ::getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 &&
         credentials.uid == ::geteuid();
}

}  // namespace

Result<std::unique_ptr<OperatorSocket>> OperatorSocket::open(Host& host, std::filesystem::path path,
                                                             AcceptOperator accept) {
  auto socket = listen_at_socket(path);
  if (!socket) return socket.error();
  return std::unique_ptr<OperatorSocket>(
      new OperatorSocket(host, std::move(path), *std::move(socket), std::move(accept)));
}

OperatorSocket::OperatorSocket(Host& host, std::filesystem::path path, FileDescriptor socket, AcceptOperator accept)
    : host_(host), path_(std::move(path)), socket_(std::move(socket)), accept_(std::move(accept)) {
  accepting_ = host_.loop().watch(socket_.get(), Readiness::readable, [this] { accept_waiting(); });
}

bool OperatorSocket::can_be_found() const {
  std::error_code failed;
  return std::filesystem::exists(path_, failed);
}

OperatorSocket::~OperatorSocket() {
  std::error_code failed;
  std::filesystem::remove(path_, failed);
}

void OperatorSocket::accept_waiting() {
  for (;;) {
    FileDescriptor connected(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connected.is_open()) return;
    if (!is_of_own_user(connected)) {
      host_.log(LogLevel::warning, "operator", "refused a connection to " + path_.string() + " by another user");
      continue;
    }
    accept_(std::make_unique<LineConnection>(host_, std::move(connected), LineConnection::Peer::client));
  }
}

}  // namespace workbench::app
