#pragma once

#include <poll.h>

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "channel.hpp"
#include "ledger.hpp"
#include "remote_proof_server.hpp"
#include "server_killer.hpp"
#include "workbench_process.hpp"

namespace soak {

/// Eight proof servers in the toolbox `soak`, one of which is killed again and again, and the clients that call them.
class ProofLoad {
 public:
  static constexpr std::size_t kServers = 8;

  ProofLoad(std::uint64_t seed, std::chrono::milliseconds kill_every);

  /// Their names.
  [[nodiscard]] static std::vector<std::string> servers();
  /// Their entries in a toolbox. Half of those that the workbench starts are shared by all clients, the others have a
  /// process for each client; half are legacy, half modern. The last two are over HTTP.
  [[nodiscard]] std::string entries() const;

  /// One client over stdio, and so many connections of clients of each era over HTTP. `stdio_era`: see StdioChannel.
  void connect(const WorkbenchProcess& workbench, Era stdio_era, std::size_t connections);

  /// Sends calls until `is_enough`, which is asked after each, and waits until all are answered, at most 90 s.
  void run(Ledger& ledger, const std::function<bool()>& is_enough);
  /// Whatever arrives within this time.
  void receive(Ledger& ledger, std::chrono::milliseconds patience);
  /// Closes the connections over HTTP.
  void disconnect_http() { channels_.resize(1); }

  [[nodiscard]] const ServerKiller& killer() const { return killer_; }

 private:
  [[nodiscard]] std::vector<RemoteProofServer*> remote_servers();
  void send(Ledger& ledger, const std::function<bool()>& is_enough);

  const std::string mark_;
  std::list<RemoteProofServer> remote_;
  ServerKiller killer_;
  std::vector<std::unique_ptr<Channel>> channels_;
  std::vector<pollfd> polled_;
};

/// The table of what has become of the calls. Returns whether each was answered exactly once, and rightly.
bool print_calls(const Ledger& ledger);

}  // namespace soak
