#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace workbench::http {

/// Which refusals get a line of the log, so that a flood of refused requests does not displace the lines of others: in
/// each period the first ones of each peer (address_group()), the others are counted. Tools such as fail2ban count
/// lines, so there are more of them than the attempts after which a peer is commonly banned (5 in 10 minutes). Not tied
/// to a thread.
class RefusalLimit {
 public:
  static constexpr std::chrono::minutes kPeriod{1};
  /// Lines of one peer in a period.
  static constexpr std::size_t kPeerLines = 20;
  /// Lines of all peers in a period. A peer that comes after them is counted with all others of its kind.
  static constexpr std::size_t kLines = 300;

  /// Whether the refusal of a peer gets a line; else it is counted. `address` has no port.
  [[nodiscard]] bool admit(std::string_view address);

  /// Refusals without a line.
  struct Unlogged {
    std::string address;  ///< of the last one; empty: of peers that had no line at all
    std::size_t count = 0;
  };
  /// Those of the period that ends now; another one begins. At most kLines and one.
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
