#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <workbench/listener.hpp>

#include "gateway/workspace.hpp"

namespace workbench::gateway {

/// All seats of the house: one for every client with a session, and one for all stateless clients of a principal that
/// may be asked the same questions.
/// [loop thread]
class Seats {
 public:
  /// All arguments must outlive the seats.
  Seats(Host& host, const config::WorkbenchConfig& config, const registry::Registry& registry,
        const WorkspaceOptions& options)
      : host_(host),
        config_(config),
        registry_(registry),
        options_(options),
        shared_servers_(host, eras_, config.tool_mode == config::ToolMode::flat, options.mends_definitions) {}

  /// The seat for a client, perhaps a new one. Any error: it cannot be served.
  [[nodiscard]] Result<ClientSeat*> find_for(const Arrival& client);

  /// A client has left its seat. The servers of a seat that nobody shares end at once; those of a principal's when
  /// nobody has come for Limits::idle.
  void note_left(ClientSeat& seat);

  /// Ends all servers of all seats; `closed` is called when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  struct SharedSeat {
    std::unique_ptr<ClientSeat> seat;
    EventLoop::Timer idle;  // set: nobody sits there
  };

  using SharedSeats = std::map<std::pair<Principal, std::string>, SharedSeat>;

  [[nodiscard]] Result<std::unique_ptr<ClientSeat>> make(const Principal* principal, Json capabilities);
  void end_when_idle(SharedSeats::iterator shared);
  void end(std::unique_ptr<ClientSeat> seat);

  Host& host_;
  const config::WorkbenchConfig& config_;
  const registry::Registry& registry_;
  const WorkspaceOptions& options_;
  servers::EraMemory eras_;
  SharedServers shared_servers_;                // outlives the seats that use them
  SharedSeats shared_;                          // by principal, and what its clients may be asked
  std::list<std::unique_ptr<ClientSeat>> own_;  // those that are being ended, too
};

}  // namespace workbench::gateway
