#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace workbench::http {

/// Decides which refusals get a line in the log, so that a flood of refused requests does not displace other lines: in
/// each period, the first refusals of each peer (address_group()) get one, and the others are counted. Tools such as
/// fail2ban count lines, so a peer may have more lines than the attempts after which it is commonly banned (5 in 10
/// minutes). Not tied to a thread.
class RefusalLimit {
 public:
  static constexpr std::chrono::minutes kPeriod{1};
  /// Lines of one peer in a period.
  static constexpr std::size_t kPeerLines = 20;
  /// Lines of all peers in a period. Peers whose first refusal follows these lines are counted together.
  static constexpr std::size_t kLines = 300;

  /// Whether the refusal of a peer gets a line; if not, it is counted. `address` has no port.
  [[nodiscard]] bool admit(std::string_view address);

  /// Refusals without a line.
  struct Unlogged {
    std::string address;  ///< of the last refusal; empty: all peers that had no line at all
    std::size_t count = 0;
  };
  /// Ends the period and begins the next. Returns the refusals of the period without a line, as kLines + 1 entries at
  /// most.
  [[nodiscard]] std::vector<Unlogged> end_period();

 private:
  struct Peer {
    std::size_t lines = 0;
    Unlogged unlogged;
  };

  std::size_t lines_ = 0;
  std::unordered_map<std::string, Peer> peers_;  // of this period, by address group; each has a line
  std::size_t unlogged_others_ = 0;
};

}  // namespace workbench::http
