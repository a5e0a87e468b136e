#pragma once

#include <cstddef>
#include <memory>

#include <workbench/transport.hpp>

#include "servers/run.hpp"
#include "servers/run_quota.hpp"

namespace workbench::servers {

class ConfiguredServer;
class ServerEra;
struct ServerContext;

/// Makes the runs of one server: each over a connection by its transport, and with the plan of its start. [loop thread]
class RunFactory {
 public:
  /// All of them must outlive it; once the server is closed, nothing is made.
  RunFactory(const ServerContext& context, const ConfiguredServer& server, const ServerEra& era, Transport& transport)
      : context_(context), server_(server), era_(era), transport_(transport) {}

  /// The place that one more run needs, which replaces `ending` ones that have not exited yet.
  /// invalid_argument: the configuration of the server cannot be used. busy: see RunQuota.
  [[nodiscard]] Result<RunQuota::Place> acquire_place(std::size_t ending) const;

  /// A run that is not started yet, or the error of Transport::connect().
  [[nodiscard]] Result<std::unique_ptr<ServerRun>> make(RunQuota::Place place, ServerRunObserver& observer) const;

 private:
  [[nodiscard]] StartupPlan plan() const;

  const ServerContext& context_;
  const ConfiguredServer& server_;
  const ServerEra& era_;
  Transport& transport_;
};

}  // namespace workbench::servers
