#include "idle_memory.hpp"

#include <functional>
#include <list>
#include <stdexcept>
#include <string_view>

#include "http_connection.hpp"
#include "http_server.hpp"
#include "processes.hpp"

namespace bench {
namespace {

constexpr const char* kInitialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";

void expect_status(std::string_view head, std::string_view status) {
  if (head.substr(9, 3) != status) throw std::runtime_error("unexpected response: " + std::string(head));
}

/// A workbench, and what clients keep open at it.
class IdleClients {
 public:
  IdleClients(const std::string& program, const std::vector<std::string>& settings, std::size_t count)
      : server_(HttpServer::workbench(program, settings)), count_(count) {}

  /// Does the same `count` times, after ten times to warm up; returns the bytes that each has added.
  double measure(const std::function<void(std::size_t number)>& add) {
    constexpr std::size_t kWarmingUp = 10;
    for (std::size_t number = 0; number != kWarmingUp; ++number) add(number);
    const double before = memory_of(server_.pid()).private_kib;
    for (std::size_t number = kWarmingUp; number != kWarmingUp + count_; ++number) add(number);
    return (memory_of(server_.pid()).private_kib - before) * 1024 / static_cast<double>(count_);
  }

  void add_connection(std::size_t number) {
    HttpConnection& connection = connections_.emplace_back(server_.port(), number);
    connection.send(modern_request(
        "tools/call",
        R"("name":"use_tool","arguments":{"tool":{"toolbox":"bench","server":"echo","tool":"echo"},"arguments":{}})",
        "use_tool"));
    static_cast<void>(connection.receive());
  }

  void add_listener(std::size_t number) {
    HttpConnection& connection = connections_.emplace_back(server_.port(), number);
    connection.send(modern_request("subscriptions/listen", R"("notifications":{})"));
    expect_status(connection.receive_head(), "200");
  }

  void add_session(std::size_t number) {
    HttpConnection first(server_.port(), number);
    first.send(initialize_request());
    sessions_.push_back(session_in(first.receive_head()));
    HttpConnection second(server_.port(), number);
    second.send(session_request(sessions_.back(), kInitialized));
    expect_status(second.receive_head(), "202");
  }

  void add_stream_of_session(std::size_t number) {
    HttpConnection& connection = connections_.emplace_back(server_.port(), number);
    connection.send("GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nMcp-Session-Id: " +
                    sessions_.at(number) + "\r\n\r\n");
    expect_status(connection.receive_head(), "200");
  }

 private:
  HttpServer server_;
  const std::size_t count_;
  std::list<HttpConnection> connections_;
  std::vector<std::string> sessions_;
};

}  // namespace

std::vector<IdleMemory> measure_idle_memory(const std::string& program, const std::vector<std::string>& settings,
                                            std::size_t count) {
  std::vector<IdleMemory> figures;
  std::vector<std::string> all_settings{"listener.http.sessions=1000000", "listener.http.connections=1000000"};
  all_settings.insert(all_settings.end(), settings.begin(), settings.end());
  {
    IdleClients clients(program, all_settings, count);
    figures.push_back({"connection", clients.measure([&](std::size_t number) { clients.add_connection(number); })});
  }
  {
    IdleClients clients(program, all_settings, count);
    figures.push_back(
        {"subscriptions/listen stream", clients.measure([&](std::size_t number) { clients.add_listener(number); })});
  }
  IdleClients clients(program, all_settings, count);
  figures.push_back({"session", clients.measure([&](std::size_t number) { clients.add_session(number); })});
  figures.push_back(
      {"GET stream of a session", clients.measure([&](std::size_t number) { clients.add_stream_of_session(number); })});
  return figures;
}

}  // namespace bench
