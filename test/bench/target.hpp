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
enum class Addressing {
  direct,       ///< as `echo`
  by_use_tool,  ///< in the toolbox `bench`, which is opened first
  native,       ///< by the first name with `echo` in tools/list, after `bench` was opened if it can be
};

/// How a response has to agree with what the server has answered.
enum class Agreement {
  to_the_byte,
  in_its_text,  ///< members may be added and written in another way
};

/// A program that answers calls of `echo`: the server, the relay or the workbench in front of it.
class Target {
 public:
  /// Starts and initializes it; throws if a response is wrong.
  Target(std::string name, const std::vector<std::string>& command, Addressing addressing,
         Agreement agreement = Agreement::to_the_byte);

  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] pid_t pid() const { return peer_.pid(); }

  /// Sets the size of further requests in bytes, without what use_tool adds. The result is as large.
  void set_size(std::size_t size);
  /// Makes further requests small, and the text of their results `size` bytes long.
  void set_result_size(std::size_t size);

  /// Makes `calls` calls, `in_flight` at a time, checks every response, and appends the latency of each.
  void run(std::size_t calls, std::size_t in_flight, Latencies& latencies);

 private:
  using Clock = std::chrono::steady_clock;

  void initialize();
  void find_native_name();
  void set_texts(const std::string& asked, const std::string& answered);
  std::string_view request(std::string_view method, std::string_view params);
  void send_call(std::uint64_t id);
  /// The id of the next response, whose result is checked.
  [[nodiscard]] std::uint64_t receive_response();

  const std::string name_;
  const Addressing addressing_;
  const Agreement agreement_;
  Peer peer_;
  std::uint64_t next_id_ = 1;
  std::string tool_ = "echo";
  std::string request_;
  std::string after_id_;  // the rest of a request
  std::string answered_;  // the text of a result
  std::string expected_;  // the rest of a response
};

}  // namespace bench
