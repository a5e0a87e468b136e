#include "http_target.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "processes.hpp"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMaxEvents = 256;

const std::string& text_of_call() {
  // The message without what use_tool adds has 200 bytes, as in bench_round_trip.
  static const std::string kText(115, 'x');
  return kText;
}

std::string params_of_call() {
  return R"("name":"use_tool","arguments":{"tool":{"toolbox":"bench","server":"echo","tool":"echo"},)"
         R"("arguments":{"text":")" +
         text_of_call() + "\"}}";
}

}  // namespace

HttpTarget::HttpTarget(std::string name, const HttpServer& server, Way way, std::string headers)
    : name_(std::move(name)),
      server_(server),
      way_(way),
      headers_(std::move(headers)),
      poller_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (way_ == Way::session) {
    HttpConnection connection(server_.port(), 0);
    connection.send(with_headers(initialize_request()));
    session_ = session_in(connection.receive_head());
    HttpConnection next(server_.port(), 0);
    next.send(with_headers(session_request(session_, R"({"jsonrpc":"2.0","method":"notifications/initialized"})")));
    static_cast<void>(next.receive_head());
    HttpConnection opening(server_.port(), 0);
    opening.send(
        with_headers(session_request(session_, R"({"jsonrpc":"2.0","id":0,"method":"tools/call","params":)"
                                               R"({"name":"open_toolbox","arguments":{"toolbox_name":"bench"}}})")));
    static_cast<void>(opening.receive());
  }
  add_caller();
}

HttpTarget::~HttpTarget() {
  ::close(poller_);
}

void HttpTarget::run(std::size_t calls, Latencies& latencies) {
  Caller& caller = callers_.front();
  for (std::size_t count = 0; count != calls; ++count) {
    const auto begun = Clock::now();
    caller.connection.send(caller.request);
    const std::string_view body = caller.connection.receive();
    latencies.push_back(Clock::now() - begun);
    check(body);
  }
}

HttpTarget::Rate HttpTarget::run_at_once(std::size_t connections, std::chrono::nanoseconds time) {
  while (callers_.size() < connections) add_caller();
  const double processor_before = processor_time(server_.pid());
  const auto begun = Clock::now();
  const auto end = begun + time;
  for (std::size_t index = 0; index != connections; ++index) callers_[index].connection.send(callers_[index].request);
  std::array<epoll_event, kMaxEvents> events;
  std::size_t calls = 0;
  for (std::size_t in_flight = connections; in_flight != 0;) {
    const int count = ::epoll_wait(poller_, events.data(), kMaxEvents, 10'000);
    if (count <= 0) throw std::runtime_error(name_ + ": no response within 10 seconds");
    const bool goes_on = Clock::now() < end;
    for (int index = 0; index != count; ++index) {
      Caller& caller = callers_[events[static_cast<std::size_t>(index)].data.u64];
      if (!caller.connection.receive_some()) continue;
      check(caller.connection.body());
      ++calls;
      if (goes_on)
        caller.connection.send(caller.request);
      else
        --in_flight;
    }
  }
  const std::chrono::duration<double> elapsed = Clock::now() - begun;
  const auto number = static_cast<double>(calls);
  return {number / elapsed.count(), (processor_time(server_.pid()) - processor_before) / number};
}

void HttpTarget::add_caller() {
  const std::size_t index = callers_.size();
  const Caller& caller =
      callers_.emplace_back(Caller{HttpConnection(server_.port(), index), request_with_id(index + 1)});
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = index;
  if (::epoll_ctl(poller_, EPOLL_CTL_ADD, caller.connection.socket(), &event) != 0)
    throw std::runtime_error("epoll_ctl");
}

std::string HttpTarget::request_with_id(std::size_t id) const {
  if (way_ == Way::modern) return with_headers(modern_request("tools/call", params_of_call(), "use_tool"));
  const std::string call = R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"tools/call","params":{)" +
                           params_of_call() + "}}";
  return with_headers(way_ == Way::session ? session_request(session_, call) : post_request("/", {}, call));
}

std::string HttpTarget::with_headers(std::string request) const {
  return request.insert(request.find('\n') + 1, headers_);
}

void HttpTarget::check(std::string_view body) const {
  if (body.find(text_of_call()) == std::string_view::npos) {
    throw std::runtime_error(name_ + ": " + std::string(body));
  }
}

}  // namespace bench
