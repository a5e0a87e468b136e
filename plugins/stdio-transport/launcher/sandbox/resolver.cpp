#include "resolver.hpp"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace launcher {
namespace {

constexpr std::size_t kMaxQuestions = 128;
constexpr std::size_t kMaxClients = 32;

InternetAddress loopback_of(int domain) {
  InternetAddress address;
  if (domain == AF_INET) return address_of({htonl(INADDR_LOOPBACK)});
  address.bytes[15] = 1;
  return address;
}

/// What the record of a service (`_https._tcp.NAME`) belongs to.
const char* skip_service(const char* name) {
  while (*name == '_' && std::strchr(name, '.') != nullptr) name = std::strchr(name, '.') + 1;
  return name;
}

}  // namespace

NameResolver::~NameResolver() {
  while (!questions_.is_empty()) remove(questions_.size() - 1);
  while (!clients_.is_empty()) close_client(clients_.size() - 1);
  for (const int socket : {udp_[0], udp_[1], tcp_[0], tcp_[1]}) {
    if (socket >= 0) close(socket);
  }
}

bool NameResolver::open() {
  const int domains[] = {AF_INET, AF_INET6};
  for (int i = 0; i < 2; ++i) {
    udp_[i] = open_socket(domains[i], SOCK_DGRAM);
    tcp_[i] = open_socket(domains[i], SOCK_STREAM);
  }
  return udp_[0] >= 0 && tcp_[0] >= 0;
}

int NameResolver::open_socket(int domain, int type) {
  const int opened = socket(domain, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (opened < 0) return -1;
  sockaddr_storage address;
  const socklen_t size = make_socket_address(loopback_of(domain), 0, 0, address);
  const bool is_open = bind(opened, as_sockaddr(address), size) == 0 &&
                       (type == SOCK_DGRAM || listen(opened, 16) == 0) && watch(opened, EPOLLIN);
  if (is_open) return opened;
  close(opened);
  return -1;
}

bool NameResolver::watch(int socket, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = tag_ | static_cast<std::uint32_t>(socket);
  if (epoll_ctl(events_, EPOLL_CTL_ADD, socket, &event) == 0) return true;
  return errno == EEXIST && epoll_ctl(events_, EPOLL_CTL_MOD, socket, &event) == 0;
}

// A socket of IPv6 reaches a nameserver of IPv4 by a mapped address, and so the resolver.
bool NameResolver::redirect(const InternetAddress& nameserver, bool is_stream, GivenAddress& address) const {
  const int index = is_version_4(nameserver) ? 0 : 1;
  const int socket = is_stream ? tcp_[index] : udp_[index];
  GivenAddress own;
  own.size = sizeof own.storage;
  InternetAddress internet;
  std::uint16_t port = 0;
  if (socket < 0 || getsockname(socket, own.get(), &own.size) != 0) return false;
  if (!read_socket_address(own.get(), own.size, internet, port)) return false;
  const bool is_mapped = address.family() == AF_INET6 && index == 0;
  address = own;
  if (!is_mapped) return true;
  sockaddr_in6 mapped{};
  mapped.sin6_family = AF_INET6;
  mapped.sin6_port = htons(port);
  std::memcpy(&mapped.sin6_addr, internet.bytes, 16);
  std::memcpy(&address.storage, &mapped, sizeof mapped);
  address.size = sizeof mapped;
  return true;
}

void NameResolver::handle(int socket) {
  if (socket == udp_[0] || socket == udp_[1]) return receive_query(socket);
  if (socket == tcp_[0] || socket == tcp_[1]) return accept_client(socket);
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    if (questions_[i].upstream == socket) return handle_upstream(i);
  }
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    if (clients_[i]->socket == socket) return receive_from(i);
  }
}

void NameResolver::receive_query(int socket) {
  std::uint8_t data[kMaxDnsQuery * 8];
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  const ssize_t received = recvfrom(socket, data, sizeof data, 0, reinterpret_cast<sockaddr*>(&address), &size);
  if (received > 0) handle_query(data, static_cast<std::size_t>(received), socket, false, address, size);
}

void NameResolver::accept_client(int socket) {
  const int accepted = accept4(socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (accepted < 0) return;
  if (clients_.size() == kMaxClients) close_client(0);
  auto* client = static_cast<Client*>(std::malloc(sizeof(Client)));
  if (client == nullptr || !clients_.add(client)) {
    std::free(client);
    close(accepted);
    return;
  }
  client->socket = accepted;
  client->size = 0;
  watch(accepted, EPOLLIN);
}

void NameResolver::receive_from(std::size_t index) {
  Client& client = *clients_[index];
  const ssize_t received = recv(client.socket, client.received + client.size, sizeof client.received - client.size, 0);
  if (received < 0 && errno == EAGAIN) return;
  if (received <= 0) return close_client(index);
  client.size += static_cast<std::size_t>(received);
  while (client.size >= 2) {
    const std::size_t size = static_cast<std::size_t>(client.received[0] << 8 | client.received[1]) + 2;
    if (size > sizeof client.received) return close_client(index);
    if (client.size < size) return;
    const int socket = client.socket;
    handle_query(client.received + 2, size - 2, socket, true, {}, 0);
    if (index >= clients_.size() || clients_[index] != &client) return;
    client.size -= size;
    std::memmove(client.received, client.received + size, client.size);
  }
}

void NameResolver::close_client(std::size_t index) {
  Client* client = clients_[index];
  clients_.remove(index);
  for (std::size_t i = questions_.size(); i-- > 0;) {
    if (questions_[i].is_stream && questions_[i].client == client->socket) remove(i);
  }
  close(client->socket);
  std::free(client);
}

bool NameResolver::admits(const char* name) const {
  return policy_.learns || policy_.network.admits_name(skip_service(name));
}

void NameResolver::record_denied(const Question& question) {
  char name[sizeof question.query.name];
  std::strcpy(name, skip_service(question.query.name));
  nameservers_.servers();  // reads the domains, too
  nameservers_.strip_search_domain(name);
  if (std::strstr(name, ".arpa") == nullptr) denials_.add("connect", name);
}

void NameResolver::record_unfound(const Question& question) {
  if (policy_.learns && !policy_.network.admits_name(skip_service(question.query.name))) record_denied(question);
}

void NameResolver::handle_query(const std::uint8_t* data, std::size_t size, int client, bool is_stream,
                                const sockaddr_storage& address, socklen_t address_size) {
  Question question{};
  question.client = client;
  question.is_stream = is_stream;
  question.client_address = address;
  question.client_address_size = address_size;
  question.upstream = -1;
  const DnsReading reading = read_query(data, size, question.query);
  if (reading == DnsReading::nothing) return;
  if (reading == DnsReading::unusual) return refuse(question, kDnsRefused);
  if (!admits(question.query.name)) {
    record_denied(question);
    return refuse(question, kDnsNoSuchName);
  }
  if (questions_.size() == kMaxQuestions) remove(0);
  if (ask(question) && questions_.add(question)) return;
  refuse(question, kDnsServerFailed);
  release(question);
}

void NameResolver::refuse(const Question& question, int code) {
  std::uint8_t data[kMaxDnsQuery];
  reply(question, data, write_refusal(question.query, code, data));
}

void NameResolver::reply(const Question& question, const std::uint8_t* data, std::size_t size) {
  if (!question.is_stream) {
    sendto(question.client, data, size, MSG_NOSIGNAL, as_sockaddr(question.client_address),
           question.client_address_size);
    return;
  }
  std::uint8_t length[2] = {static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size & 0xff)};
  iovec parts[2] = {{length, 2}, {const_cast<std::uint8_t*>(data), size}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  // The buffer of a new connection on loopback holds any answer; one that does not read is not waited for.
  if (sendmsg(question.client, &message, MSG_NOSIGNAL) != static_cast<ssize_t>(size + 2)) {
    shutdown(question.client, SHUT_RDWR);
  }
}

}  // namespace launcher
