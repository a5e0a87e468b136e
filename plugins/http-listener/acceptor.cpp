#include "acceptor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace workbench::http {
namespace {

/// Pause after an accept that failed, as when there is no descriptor left.
constexpr std::chrono::milliseconds kRetryTime{100};

/// Descriptors that connections leave to the rest of the process: each server over stdio has three.
constexpr std::size_t kReservedDescriptors = 512;

/// In which one address may begin as many connections over TLS as it may have, one after the other.
constexpr double kHandshakeSeconds = 10;

constexpr std::string_view kTooManyConnections =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
constexpr std::string_view kTooManyOfAddress =
    "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// How many connections may be open, at most `wanted`.
std::size_t max_connections(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return wanted;
  const std::size_t all = limit.rlim_cur;
  return std::clamp<std::size_t>(all - std::min(kReservedDescriptors, all / 2), 1, wanted);
}

FileDescriptor open_reserve() {
  return FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

}  // namespace

Acceptor::Acceptor(std::shared_ptr<Endpoint> endpoint, std::vector<ListenSocket> sockets,
                   std::shared_ptr<const TlsContext> tls)
    : endpoint_(std::move(endpoint)),
      host_(endpoint_->host()),
      sockets_(std::move(sockets)),
      tls_(std::move(tls)),
      max_connections_(max_connections(endpoint_->settings().connections)),
      reserve_(open_reserve()),
      handshakes_(static_cast<double>(endpoint_->settings().quotas.connections_per_address),
                  static_cast<double>(endpoint_->settings().quotas.connections_per_address) / kHandshakeSeconds) {}

void Acceptor::start() {
  retry_timer_.reset();
  for (const ListenSocket& socket : sockets_) watch(socket);
  if (metrics_ == nullptr) metrics_ = host_.add_metrics([this](MetricsWriter& writer) { collect(writer); });
}

void Acceptor::watch(const ListenSocket& socket) {
  watches_.push_back(host_.loop().watch(socket.fd(), Readiness::readable, [this, &socket] { accept(socket); }));
}

// One connection for each time that the socket is ready, so that others have their turn. The host ends a watch whose
// callback throws, and nothing would be accepted any more.
void Acceptor::accept(const ListenSocket& socket) {
  try {
    auto accepted = accept_client(socket.fd());
    if (!accepted) return refuse_without_descriptors(socket, accepted.error());
    if (*accepted) add(socket, **std::move(accepted));
  } catch (const std::bad_alloc& failure) {
    handle_failure(failure);
  } catch (const std::system_error& failure) {  // the system refuses to watch the connection
    handle_failure(failure);
  }
}

void Acceptor::add(const ListenSocket& listening, AcceptedSocket accepted) {
  if (connections_.size() >= max_connections_) {
    endpoint_->log().count_refusal(RefusalCause::connections);
    refuse(listening, accepted, kTooManyConnections);
    if (std::exchange(has_warned_, true)) return;
    return host_.log(LogLevel::warning, "listener 'http'",
                     std::to_string(connections_.size()) +
                         " connections are open, the limit of listener.http.connections (or of descriptors, ulimit "
                         "-n); further ones are refused");
  }
  // A trusted proxy connects on behalf of many clients.
  const bool is_trusted = endpoint_->settings().trusted_proxies.contains(accepted.peer);
  std::optional<Quota::Slot> slot;
  if (!is_trusted) slot = endpoint_->quota().open_connection(accepted.peer.address());
  if (!slot && !is_trusted) {
    endpoint_->log().refuse(RefusalCause::connections, accepted.peer.address(),
                            "too many connections (listener.http.connectionsPerAddress)");
    return refuse(listening, accepted, kTooManyOfAddress);
  }
  if (tls_ != nullptr && !is_trusted && !listening.is_unix()) {
    const auto now = AddressRate::Clock::now();
    const std::string address = accepted.peer.address();
    if (!handshakes_.has_room(address, now)) {
      return endpoint_->log().refuse(RefusalCause::connections, address,
                                     "too many new connections (listener.http.connectionsPerAddress)");
    }
    handshakes_.add(address, now);
  }
  const bool is_open_to_users = listening.is_loopback() || listening.kind() == ListenSocket::Kind::unix_abstract;
  const auto connection = std::make_shared<HttpConnection>(
      endpoint_,
      ConnectedClient{std::move(accepted), listening.is_unix() ? nullptr : tls_, is_trusted, is_open_to_users});
  connections_.insert(connection);
  try {
    connection->start([weak = weak_from_this(), key = std::weak_ptr(connection), slot = std::move(slot)] {
      const auto self = weak.lock();
      if (self == nullptr) return;
      self->connections_.erase(key.lock());
      // Warn again only after the number has fallen well below the limit.
      if (self->connections_.size() < self->max_connections_ / 2) self->has_warned_ = false;
    });
  } catch (...) {  // nothing would ever end it
    connections_.erase(connection);
    throw;
  }
}

// Best effort: the text fits into the send buffer of a new socket. A client that begins TLS gets the end only.
void Acceptor::refuse(const ListenSocket& listening, const AcceptedSocket& accepted, std::string_view response) {
  if (tls_ != nullptr && !listening.is_unix()) return;
  static_cast<void>(::send(accepted.fd.get(), response.data(), response.size(), MSG_NOSIGNAL));
}

void Acceptor::refuse_without_descriptors(const ListenSocket& listening, const Error& reason) {
  reserve_.close();
  endpoint_->log().count_refusal(RefusalCause::connections);
  {
    const auto accepted = accept_client(listening.fd());
    if (accepted && *accepted) refuse(listening, **accepted, kTooManyConnections);
  }  // pause() needs its descriptor
  if (!std::exchange(has_warned_, true)) {
    host_.log(LogLevel::warning, "listener 'http'", "a connection was refused: " + reason.message);
  }
  pause();
}

/// There was no memory for a connection. Accepting or waiting for it at once would only use the rest of the memory.
void Acceptor::handle_failure(const std::exception& failure) noexcept {
  endpoint_->log().count_refusal(RefusalCause::connections);
  try {
    pause();
    if (std::exchange(has_warned_, true)) return;
    host_.log(LogLevel::warning, "listener 'http'", std::string("a connection was refused: ") + failure.what());
  } catch (const std::exception&) {  // without a pause the socket stays watched
  }
}

void Acceptor::pause() {
  retry_timer_ = host_.loop().after(kRetryTime, [this] { resume(); });
  reserve_ = open_reserve();
  watches_.clear();
}

void Acceptor::resume() {
  try {
    start();
  } catch (const std::exception&) {  // there is still no memory to watch the sockets
    pause();
  }
}

void Acceptor::end_responses(MoveOnlyFunction<bool(const Principal&)> is_current, const char* reason) {
  const auto connections = connections_;  // a copy, because each connection removes itself
  for (const auto& connection : connections) {
    const auto principal = connection->principal();
    if (principal != nullptr && !is_current(*principal)) connection->end_access(reason);
  }
}

void Acceptor::close() {
  retry_timer_.reset();
  watches_.clear();
  const auto connections = connections_;  // a copy, because each connection removes itself
  for (const auto& connection : connections) connection->close();
}

void Acceptor::abort(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (;;) {
    std::vector<pollfd> unsent;
    for (const auto& connection : connections_) {
      if (const int fd = connection->flush(); fd >= 0) unsent.push_back({fd, POLLOUT, 0});
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (unsent.empty() || left.count() <= 0) break;
    ::poll(unsent.data(), unsent.size(), static_cast<int>(left.count()));
  }
  const auto connections = connections_;  // a copy, because each connection removes itself
  for (const auto& connection : connections) connection->abort();
}

void Acceptor::collect(MetricsWriter& writer) const {
  writer.family("mcp_workbench_http_connections", MetricType::gauge, "Open connections of HTTP clients.");
  writer.sample({}, static_cast<double>(connections_.size()));
}

}  // namespace workbench::http
