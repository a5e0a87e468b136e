#include "event_loop/resolver.hpp"

#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace workbench::event_loop {
namespace {

using Done = MoveOnlyFunction<void(Host::Addresses)>;

std::string text_of(const addrinfo& found, std::uint16_t port) {
  std::array<char, INET6_ADDRSTRLEN + IF_NAMESIZE + 1> host{};
  ::getnameinfo(found.ai_addr, found.ai_addrlen, host.data(), static_cast<socklen_t>(host.size()), nullptr, 0,
                NI_NUMERICHOST);
  const std::string text = host.data();
  return (found.ai_family == AF_INET6 ? "[" + text + "]" : text) + ":" + std::to_string(port);
}

Error failure(const std::string& name, int code, int system_error) {
  const bool has_no_address = code == EAI_NONAME || code == EAI_NODATA || code == EAI_ADDRFAMILY;
  const std::string reason =
      code == EAI_SYSTEM ? std::generic_category().message(system_error) : std::string(::gai_strerror(code));
  return {has_no_address ? ErrorKind::not_found : ErrorKind::unavailable,
          "cannot find the address of '" + name + "': " + reason};
}

/// Waits for the name service unless `flags` has AI_NUMERICHOST.
Host::Addresses look_up(const std::string& name, std::uint16_t port, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  errno = 0;
  const int code = ::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (code != 0) return failure(name, code, errno);
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(list, &::freeaddrinfo);
  std::vector<SocketAddress> addresses;
  for (const addrinfo* found = list; found != nullptr; found = found->ai_next) {
    if (found->ai_family != AF_INET && found->ai_family != AF_INET6) continue;
    addresses.emplace_back(found->ai_family, found->ai_addr, found->ai_addrlen, text_of(*found, port));
  }
  if (addresses.empty()) return failure(name, EAI_NODATA, 0);
  return addresses;
}

}  // namespace

/// Shared by the resolver, its thread and the tasks that the thread posts, each of which may be the last.
struct Resolver::State : std::enable_shared_from_this<State> {
  struct Waiting {
    std::uint64_t id;
    std::string name;
    std::uint16_t port;
  };

  explicit State(EventLoop& the_loop) : loop(&the_loop) {}

  /// [loop thread]
  void add(std::uint64_t id, std::string name, std::uint16_t port);
  void remove(std::uint64_t id);
  void complete(std::uint64_t id, Host::Addresses addresses);
  void post_completion(std::uint64_t id, Host::Addresses addresses);

  /// Resolves what is waiting, until nothing is. [the thread]
  void run();

  std::map<std::uint64_t, Done> pending;  // [loop thread]
  std::uint64_t last_id = 0;              // [loop thread]
  std::thread thread;                     // [loop thread]

  std::mutex mutex;
  std::condition_variable finished;
  EventLoop* loop;              // guarded by the mutex; null: the resolver has been destroyed
  std::deque<Waiting> waiting;  // guarded by the mutex
  bool is_running = false;      // guarded by the mutex: the thread will look for what is waiting
};

void Resolver::State::add(std::uint64_t id, std::string name, std::uint16_t port) {
  const std::lock_guard lock(mutex);
  waiting.push_back({id, std::move(name), port});
  if (is_running) return;
  if (thread.joinable()) thread.join();  // it has nothing left to do
  try {
    thread = std::thread([self = shared_from_this()] { self->run(); });
    is_running = true;
  } catch (const std::system_error& error) {
    waiting.clear();
    post_completion(id, Error{ErrorKind::unavailable, std::string("cannot start a thread: ") + error.what()});
  }
}

void Resolver::State::remove(std::uint64_t id) {
  const auto removed = pending.extract(id);  // destroyed last: what it captured may own another query
  const std::lock_guard lock(mutex);
  waiting.erase(std::remove_if(waiting.begin(), waiting.end(), [&](const Waiting& one) { return one.id == id; }),
                waiting.end());
}

void Resolver::State::complete(std::uint64_t id, Host::Addresses addresses) {
  auto completed = pending.extract(id);
  if (completed) completed.mapped()(std::move(addresses));
}

/// The mutex is held.
void Resolver::State::post_completion(std::uint64_t id, Host::Addresses addresses) {
  if (loop == nullptr) return;
  loop->post([self = shared_from_this(), id, addresses = std::move(addresses)]() mutable {
    self->complete(id, std::move(addresses));
  });
}

void Resolver::State::run() {
  std::unique_lock lock(mutex);
  while (!waiting.empty()) {
    const Waiting next = std::move(waiting.front());
    waiting.pop_front();
    lock.unlock();
    Host::Addresses addresses = look_up(next.name, next.port, 0);
    lock.lock();
    post_completion(next.id, std::move(addresses));
  }
  is_running = false;
  finished.notify_all();
}

/// Cancels its query when it is destroyed.
class Resolver::Query final : public EventLoop::Subscription {
 public:
  Query(std::shared_ptr<State> state, std::uint64_t id) : state_(std::move(state)), id_(id) {}
  ~Query() override { state_->remove(id_); }

 private:
  const std::shared_ptr<State> state_;
  const std::uint64_t id_;
};

Resolver::Resolver(EventLoop& loop) : state_(std::make_shared<State>(loop)) {}

Resolver::~Resolver() {
  const auto pending = std::exchange(state_->pending, {});  // destroyed last, without the mutex
  std::unique_lock lock(state_->mutex);
  state_->loop = nullptr;
  state_->waiting.clear();
  const bool has_finished = state_->finished.wait_for(lock, kMaxWait, [this] { return !state_->is_running; });
  lock.unlock();
  if (!state_->thread.joinable()) return;
  if (has_finished) {
    state_->thread.join();
  } else {
    state_->thread.detach();
  }
}

// An address literal needs no thread.
std::unique_ptr<EventLoop::Subscription> Resolver::resolve(std::string name, std::uint16_t port, Done done) {
  const std::uint64_t id = ++state_->last_id;
  auto query = std::make_unique<Query>(state_, id);
  state_->pending.emplace(id, std::move(done));
  auto literal = look_up(name, port, AI_NUMERICHOST);
  if (literal) {
    const std::lock_guard lock(state_->mutex);
    state_->post_completion(id, std::move(literal));
  } else {
    state_->add(id, std::move(name), port);
  }
  return query;
}

}  // namespace workbench::event_loop
