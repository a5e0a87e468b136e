#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <simdjson.h>

#include "channel.hpp"

namespace soak {

/// How calls of one kind of client went.
struct Tally {
  std::uint64_t calls = 0;
  std::uint64_t answered = 0;     ///< with the proof of this very call
  std::uint64_t named_death = 0;  ///< with an error that names the server, which had been killed
  std::uint64_t other = 0;        ///< with anything else

  Tally& operator+=(const Tally& more);
};

/// Makes calls of the tool `prove` in the toolbox `soak`, and judges what comes back: each call is to be answered
/// exactly once, on the channel on which it was sent, with its own proof or an error that names its server, if that was
/// killed.
class Ledger {
 public:
  using Clock = std::chrono::steady_clock;

  Ledger(std::uint64_t seed, std::vector<std::string> servers);

  [[nodiscard]] const std::vector<std::string>& servers() const { return servers_; }

  /// A server to call. One that has just answered with an error is left alone for a moment, so that the calls go to
  /// servers that run. Absent: all are left alone.
  [[nodiscard]] std::optional<std::size_t> choose_server();
  /// Sends a call with arguments of 10 bytes to 100 kB.
  void send_call(Channel& channel, std::size_t server);
  /// A message that has arrived on this channel.
  void receive(const Channel& channel, std::string_view message);
  /// The server was killed, or was found to be dead.
  void record_death(std::size_t server) { deaths_[server] = Clock::now(); }

  [[nodiscard]] std::uint64_t sent() const { return last_id_ - kFirstId; }
  [[nodiscard]] std::size_t in_flight() const { return calls_.size(); }

  /// By the name of the channel.
  [[nodiscard]] const std::map<std::string, Tally>& tallies() const { return tallies_; }
  [[nodiscard]] Tally sum() const;
  /// Messages with the id of no open call: responses that came twice, or to no call.
  [[nodiscard]] std::uint64_t unexpected() const { return unexpected_; }
  /// What the errors said, without names and numbers, and how often.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& reasons() const { return reasons_; }
  /// The first messages that are counted as `other` or unexpected.
  [[nodiscard]] const std::vector<std::string>& samples() const { return samples_; }
  /// "server s3, sent 12.3 s ago on modern, HTTP" for each call that is still open.
  [[nodiscard]] std::vector<std::string> open_calls() const;

 private:
  static constexpr std::uint64_t kFirstId = 1000;

  struct Call {
    const Channel* channel;
    std::size_t server;
    std::uint64_t nonce;
    std::uint64_t digest;
    std::size_t answer_bytes;
    Clock::time_point sent;
  };

  [[nodiscard]] std::string_view random_text(std::size_t size);
  [[nodiscard]] std::size_t random_size(std::size_t least, std::size_t most);
  void judge(const Call& call, simdjson::dom::element message, std::string_view text);
  [[nodiscard]] bool names_death(const Call& call, std::string_view error);
  void keep_sample(std::string_view what, std::string_view message);

  std::mt19937_64 random_;
  const std::vector<std::string> servers_;
  std::vector<std::optional<Clock::time_point>> deaths_;  // the latest, by server
  std::vector<Clock::time_point> left_alone_until_;       // by server
  std::string pool_;                                      // of texts for arguments
  std::vector<std::size_t> boundaries_;                   // where the pool can be cut
  std::uint64_t last_id_ = kFirstId;
  std::unordered_map<std::uint64_t, Call> calls_;
  simdjson::dom::parser parser_;
  std::map<std::string, Tally> tallies_;
  std::uint64_t unexpected_ = 0;
  std::map<std::string, std::uint64_t> reasons_;
  std::vector<std::string> samples_;
};

}  // namespace soak
