#pragma once

#include "servers/connection_startup.hpp"
#include "servers/era_cache.hpp"

namespace workbench::servers {

class ConfiguredServer;

/// The era of one server: the configuration pins it, or else its latest start has shown it, which the EraCache keeps
/// over its runs. [loop thread]
class ServerEra {
 public:
  /// `cache` and `server` must outlive it.
  ServerEra(EraCache& cache, const ConfiguredServer& server) : cache_(cache), server_(server) {}

  /// Whether it is known to be modern.
  [[nodiscard]] bool is_modern() const;

  /// How the next start finds out, or why it need not.
  void decide(StartupPlan& plan) const;
  [[nodiscard]] bool is_pinned() const;

  void learn(Era era);
  /// A start has failed: the known era may have been wrong.
  void forget();

 private:
  EraCache& cache_;
  const ConfiguredServer& server_;
};

}  // namespace workbench::servers
