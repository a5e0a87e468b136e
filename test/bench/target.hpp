#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "peer.hpp"

namespace bench {

using Latencies = std::vector<std::chrono::nanoseconds>;

/// How a target wants its calls of the server's tool `echo`.
enum class Addressing { directly, through_use_tool };

/// Something that answers calls of `echo`: the server itself, or what stands before it.
class Target {
 public:
  /// Starts it and says hello; throws when the answers are not what they have to be.
  Target(std::string name, const std::vector<std::string>& command, Addressing addressing);

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Makes requests from now on `size` bytes long (before what use_tool adds).
  void set_size(std::size_t size);

  /// `calls` calls, `in_flight` at a time; every answer is checked. Appends how long each took.
  void run(std::size_t calls, std::size_t in_flight, Latencies& latencies);

 private:
  using Clock = std::chrono::steady_clock;

  void say_hello();
  std::string_view ask(std::string_view method, std::string_view params);
  void send_call(std::uint64_t id);
  /// The id of the next answer, whose result is as expected.
  [[nodiscard]] std::uint64_t receive_answer();

  const std::string name_;
  const Addressing addressing_;
  Peer peer_;
  std::uint64_t next_id_ = 1;
  std::string request_;
  std::string after_id_;  // the rest of a request
  std::string expected_;  // the rest of an answer
};

}  // namespace bench
