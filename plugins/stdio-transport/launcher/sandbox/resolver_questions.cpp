#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "resolver.hpp"

// The part of the resolver that asks the nameservers of the machine.

namespace launcher {
namespace {

constexpr int kAnswerMs = 2000;
constexpr int kStreamAnswerMs = 5000;
constexpr unsigned kMaxAttempts = 4;

std::uint16_t make_random() {
  std::uint16_t value = 0;
  const ssize_t ignored = getrandom(&value, sizeof value, 0);
  static_cast<void>(ignored);
  return value;
}

struct Found {
  Destinations& destinations;
  const DnsQuery& query;
};

void add_address(void* context, const InternetAddress& address, std::uint32_t seconds) {
  const auto& found = *static_cast<Found*>(context);
  found.destinations.add(found.query.name, address, seconds);
}

}  // namespace

/// Each question has its own socket, and so a port that others cannot guess, besides its id.
bool NameResolver::ask(Question& question) {
  const List<Nameservers::Server>& servers = nameservers_.servers();
  if (question.upstream >= 0) close(question.upstream);
  question.upstream = -1;
  const Nameservers::Server& server = servers[question.attempts % servers.size()];
  ++question.attempts;
  sockaddr_storage address;
  const socklen_t size = make_socket_address(server.address, server.port, server.zone, address);
  const int type = question.is_stream ? SOCK_STREAM : SOCK_DGRAM;
  question.upstream = socket(address.ss_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (question.upstream < 0) return false;
  question.id = make_random();
  question.deadline = now_milliseconds() + (question.is_stream ? kStreamAnswerMs : kAnswerMs);
  if (question.is_stream) return ask_stream(question, as_sockaddr(address), size);
  std::uint8_t data[kMaxDnsQuery];
  const std::size_t length = write_query(question.query, question.id, data);
  if (!watch(question.upstream, EPOLLIN) || connect(question.upstream, as_sockaddr(address), size) != 0) return true;
  const ssize_t ignored = send(question.upstream, data, length, MSG_NOSIGNAL);
  static_cast<void>(ignored);
  return true;
}

bool NameResolver::ask_stream(Question& question, const sockaddr* server, socklen_t size) {
  question.is_sent = false;
  question.received_size = 0;
  if (question.received == nullptr) {
    question.received = static_cast<std::uint8_t*>(std::malloc(kMaxDnsMessage + 2));
    if (question.received == nullptr) return false;
  }
  const bool is_connecting = connect(question.upstream, server, size) == 0 || errno == EINPROGRESS;
  static_cast<void>(is_connecting);  // if not, the time runs out
  return watch(question.upstream, EPOLLOUT);
}

void NameResolver::handle_upstream(std::size_t index) {
  Question& question = questions_[index];
  if (question.is_stream) return handle_upstream_stream(index);
  static std::uint8_t data[kMaxDnsMessage];
  const ssize_t size = recv(question.upstream, data, sizeof data, 0);
  if (size < 0 && errno == EAGAIN) return;
  if (size < 0) return try_next(index);
  handle_answer(index, data, static_cast<std::size_t>(size));
}

void NameResolver::handle_upstream_stream(std::size_t index) {
  Question& question = questions_[index];
  if (!question.is_sent) {
    std::uint8_t query[kMaxDnsQuery];
    std::uint8_t data[kMaxDnsQuery + 2];
    const std::size_t size = write_query(question.query, question.id, query);
    data[0] = static_cast<std::uint8_t>(size >> 8);
    data[1] = static_cast<std::uint8_t>(size & 0xff);
    std::memcpy(data + 2, query, size);
    if (send(question.upstream, data, size + 2, MSG_NOSIGNAL) != static_cast<ssize_t>(size + 2)) return try_next(index);
    question.is_sent = true;
    watch(question.upstream, EPOLLIN);
    return;
  }
  const ssize_t received = recv(question.upstream, question.received + question.received_size,
                                kMaxDnsMessage + 2 - question.received_size, 0);
  if (received < 0 && errno == EAGAIN) return;
  if (received <= 0) return try_next(index);
  question.received_size += static_cast<std::size_t>(received);
  if (question.received_size < 2) return;
  const std::size_t size = static_cast<std::size_t>(question.received[0] << 8 | question.received[1]);
  if (question.received_size >= size + 2) handle_answer(index, question.received + 2, size);
}

// What does not answer the question may be forged: the true answer may still come.
void NameResolver::handle_answer(std::size_t index, std::uint8_t* data, std::size_t size) {
  Question& question = questions_[index];
  Found found{destinations_, question.query};
  if (!read_answer(data, size, question.query, question.id, add_address, &found)) return;
  const int code = code_of(data);
  const bool has_failed = code == kDnsServerFailed || code == kDnsRefused;
  if (has_failed && question.attempts < nameservers_.servers().size()) return try_next(index);
  if (code != 0) record_unfound(question);
  set_id(data, question.query.id);
  reply(question, data, size);
  remove(index);
}

void NameResolver::try_next(std::size_t index) {
  Question& question = questions_[index];
  if (question.attempts < kMaxAttempts && ask(question)) return;
  record_unfound(question);
  refuse(question, kDnsServerFailed);
  remove(index);
}

void NameResolver::remove(std::size_t index) {
  const Question question = questions_[index];
  questions_.remove(index);
  release(question);
}

void NameResolver::release(const Question& question) {
  if (question.upstream >= 0) close(question.upstream);
  std::free(question.received);
}

void NameResolver::handle_time() {
  const std::int64_t now = now_milliseconds();
  for (std::size_t i = questions_.size(); i-- > 0;) {
    if (questions_[i].deadline <= now) try_next(i);
  }
}

int NameResolver::timeout() const {
  std::int64_t timeout = -1;
  const std::int64_t now = now_milliseconds();
  for (const Question& question : questions_) {
    const std::int64_t left = question.deadline > now ? question.deadline - now : 0;
    if (timeout < 0 || left < timeout) timeout = left;
  }
  return static_cast<int>(timeout);
}

}  // namespace launcher
