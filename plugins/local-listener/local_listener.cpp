#include "local_listener.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include <workbench/line_connection.hpp>

namespace workbench::local {
namespace {

/// Clients of one user; the system's own limit (net.core.somaxconn) may be lower.
constexpr int kBacklog = 256;

/// Connections that have not sent their first line yet.
constexpr std::size_t kMaxWaiting = 64;

std::string reason() {
  return std::generic_category().message(errno);
}

bool is_of_our_user(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 && credentials.uid == ::geteuid();
}

Result<FileDescriptor> bind_to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return Error{ErrorKind::invalid_argument, "the path of a Unix socket has at most " +
                                                  std::to_string(sizeof address.sun_path - 1) +
                                                  " bytes; name a shorter one in listener.local.path"};
  }
  std::memcpy(address.sun_path, path.c_str(), path.size());
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  // The file that bind() makes has the mode of the socket, less the umask, which belongs to the whole process.
  ::fchmod(socket.get(), S_IRUSR | S_IWUSR);
  const int bound = ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (bound != 0 && errno == EADDRINUSE) {
    return Error{ErrorKind::unavailable, path + " exists; another workbench may listen there. If none does, remove it"};
  }
  if (bound != 0 || ::listen(socket.get(), kBacklog) != 0) {
    return Error{ErrorKind::unavailable, "cannot listen at " + path + ": " + reason()};
  }
  return socket;
}

/// Removes the file of the socket, unless another program holds the lock beside it and is about to listen there.
void remove_socket(const std::string& path) {
  const FileDescriptor lock(::open((path + ".lock").c_str(), O_RDWR | O_CLOEXEC));
  if (lock.is_open() && ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) return;
  ::unlink(path.c_str());
}

}  // namespace

std::vector<OptionDescription> describe_options() {
  return {
      {"path", OptionType::path, true, "The Unix socket to listen at."},
      {"descriptor", OptionType::number, false,
       "The number of a descriptor that the workbench was started with: a socket that listens at the path already."}};
}

std::vector<OptionError> check_options(const Options& options) {
  const std::int64_t descriptor = options.number("descriptor", -1);
  if (!options.has("descriptor") || descriptor > STDERR_FILENO) return {};
  return {{"descriptor", "is not the number of an inherited socket; the first possible one is 3"}};
}

LocalListener::LocalListener(const Options& options, Host& host)
    : host_(host), path_(options.text("path")), inherited_(options.number("descriptor", -1)) {}

Result<FileDescriptor> LocalListener::listening_socket() const {
  if (inherited_ < 0) return bind_to(path_);
  const int number = static_cast<int>(inherited_);
  int listens = 0;
  socklen_t size = sizeof listens;
  if (::getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0) {
    return Error{ErrorKind::unavailable, "the descriptor " + std::to_string(number) +
                                             " is not a listening socket; remove listener.local.descriptor"};
  }
  ::fcntl(number, F_SETFD, FD_CLOEXEC);
  ::fcntl(number, F_SETFL, O_NONBLOCK);
  return FileDescriptor(number);
}

Result<void> LocalListener::open(Accept accept) {
  auto socket = listening_socket();
  if (!socket) return socket.error();
  socket_ = *std::move(socket);
  accept_ = std::move(accept);
  accepting_ = host_.loop().watch(socket_.get(), Readiness::readable, [this] { accept_all(); });
  return {};
}

void LocalListener::close() noexcept {
  waiting_.clear();
  accepting_.reset();
  if (!socket_.is_open()) return;
  remove_socket(path_);
  socket_.close();
}

void LocalListener::accept_all() {
  for (;;) {
    FileDescriptor client(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!client.is_open()) return;
    if (!is_of_our_user(client.get())) {
      host_.log(LogLevel::warning, "listener", "refused a connection to " + path_ + " by another user");
    } else if (waiting_.size() == kMaxWaiting) {
      host_.log(LogLevel::warning, "listener", "refused a connection to " + path_ + ": too many are silent");
    } else {
      add(std::move(client));
    }
  }
}

void LocalListener::add(FileDescriptor socket) {
  const auto place = waiting_.emplace(waiting_.end());
  *place = std::make_unique<FirstLine>(host_, std::move(socket),
                                       [this, place](Result<std::string> line, FileDescriptor connected) {
                                         const auto ended = std::move(*place);  // this is one of its calls
                                         waiting_.erase(place);
                                         handle_first_line(line, std::move(connected));
                                       });
}

void LocalListener::handle_first_line(const Result<std::string>& line, FileDescriptor socket) {
  auto client = line ? read_purpose(*line) : Result<AcceptedClient>(line.error());
  if (!client) {
    host_.log(LogLevel::warning, "listener", "refused a connection to " + path_ + ": " + client.error().message);
    return;
  }
  client->connection = std::make_unique<LineConnection>(host_, std::move(socket), LineConnection::Peer::client);
  accept_(*std::move(client));
}

/// A client without its connection.
Result<AcceptedClient> LocalListener::read_purpose(const std::string& line) const {
  const Error unknown{ErrorKind::protocol, "its first line is neither workbench/join nor workbench/operate"};
  const JsonAccess& json = host_.json();
  const auto checked = json.checked(line);
  if (!checked) return checked.error();
  constexpr std::array<std::string_view, 2> kMembers{"method", "params"};
  std::array<Json, 2> found;
  if (!json.pick(*checked, kMembers, found)) return unknown;
  const auto method = json.characters(found[0]);
  AcceptedClient client;
  if (method && *method == "workbench/operate") {
    client.operator_view = OperatorView::everything;
    return client;
  }
  if (!method || *method != "workbench/join") return unknown;
  constexpr std::array<std::string_view, 3> kParams{"workingDirectory", "isRejoining", "metaTools"};
  std::array<Json, 3> params;
  if (found[1].is_absent()) return client;
  if (!json.pick(found[1], kParams, params)) return unknown;
  if (const auto folder = json.characters(params[0]); folder && folder->starts_with('/')) {
    client.working_directory = *folder;
  }
  client.is_rejoining = params[1].text() == "true";
  if (const auto names = json.elements(params[2])) {
    for (const Json& name : *names) {
      if (auto text = json.characters(name)) client.meta_tools.push_back(*std::move(text));
    }
  }
  return client;
}

}  // namespace workbench::local
