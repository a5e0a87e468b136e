#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "peer.hpp"

namespace bench {

using Latencies = std::vector<std::chrono::nanoseconds>;

/// How a target is sent calls of the server's tool `echo`.
enum class Addressing { direct, by_use_tool };

/// A program that answers calls of `echo`: the server, the relay or the workbench in front of it.
class Target {
 public:
  /// Starts and initializes it; throws if a response is wrong.
  Target(std::string name, const std::vector<std::string>& command, Addressing addressing);

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Sets the size of further requests in bytes, without what use_tool adds.
  void set_size(std::size_t size);

  /// Makes `calls` calls, `in_flight` at a time, checks every response, and appends the latency of each.
  void run(std::size_t calls, std::size_t in_flight, Latencies& latencies);

 private:
  using Clock = std::chrono::steady_clock;

  void initialize();
  std::string_view request(std::string_view method, std::string_view params);
  void send_call(std::uint64_t id);
  /// The id of the next response, whose result is checked.
  [[nodiscard]] std::uint64_t receive_response();

  const std::string name_;
  const Addressing addressing_;
  Peer peer_;
  std::uint64_t next_id_ = 1;
  std::string request_;
  std::string after_id_;  // the rest of a request
  std::string expected_;  // the rest of a response
};

}  // namespace bench
