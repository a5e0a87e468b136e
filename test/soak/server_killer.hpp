#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "ledger.hpp"
#include "remote_proof_server.hpp"

namespace soak {

/// Kills a random one of the servers at random times, at a given average rate.
class ServerKiller {
 public:
  /// `mark` is in the command line of each server that the workbench starts.
  ServerKiller(std::uint64_t seed, std::chrono::milliseconds period, std::string mark,
               std::vector<RemoteProofServer*> remote);

  /// Kills one if it is time to.
  void tick(Ledger& ledger);
  /// How often, by kind of death.
  [[nodiscard]] const std::map<std::string, int>& deaths() const { return deaths_; }

 private:
  struct Process {
    pid_t pid;
    bool is_launcher;
    std::string server;
  };

  void kill_one(Ledger& ledger);
  [[nodiscard]] static std::vector<Process> find(const std::string& mark);

  std::mt19937_64 random_;
  const std::chrono::milliseconds period_;
  const std::string mark_;
  const std::vector<RemoteProofServer*> remote_;
  std::chrono::steady_clock::time_point next_;
  std::map<std::string, int> deaths_;
};

}  // namespace soak
