#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "http_connection.hpp"
#include "http_server.hpp"
#include "target.hpp"

namespace bench {

/// How a call reaches the tool `echo`: not at all (the server returns what it receives), in a legacy session that all
/// connections share, or by requests of the modern era.
enum class Way { echo, session, modern };

/// Calls of 200 bytes, and what use_tool adds, over HTTP. Throws if a response is wrong.
class HttpTarget {
 public:
  /// `headers`: further ones of each request, with the ends of their lines.
  HttpTarget(std::string name, const HttpServer& server, Way way, std::string headers = {});
  HttpTarget(const HttpTarget&) = delete;
  HttpTarget& operator=(const HttpTarget&) = delete;
  ~HttpTarget();

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Makes `calls` calls on one connection, one after the other, and appends the latency of each.
  void run(std::size_t calls, Latencies& latencies);

  struct Rate {
    double calls_per_second;
    double processor_time;  ///< of the server's process, in microseconds for each call
  };
  /// Makes calls for this time, one at a time on each of `connections` connections.
  [[nodiscard]] Rate run_at_once(std::size_t connections, std::chrono::nanoseconds time);

 private:
  /// Each has an id of its own, because two requests of a session must not have the same.
  struct Caller {
    HttpConnection connection;
    std::string request;
  };

  void add_caller();
  [[nodiscard]] std::string request_with_id(std::size_t id) const;
  [[nodiscard]] std::string with_headers(std::string request) const;
  void check(std::string_view body) const;

  const std::string name_;
  const HttpServer& server_;
  const Way way_;
  const std::string headers_;
  std::string session_;
  std::vector<Caller> callers_;
  const int poller_;
};

}  // namespace bench
