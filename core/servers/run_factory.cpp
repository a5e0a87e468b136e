#include "servers/run_factory.hpp"

#include <utility>

#include "base/process_limits.hpp"
#include "servers/configured_server.hpp"
#include "servers/server_context.hpp"
#include "servers/server_era.hpp"

namespace workbench::servers {

Result<RunQuota::Place> RunFactory::acquire_place(std::size_t ending) const {
  const auto& unusable = server_.entry().unusable;
  if (unusable) return Error{ErrorKind::invalid_argument, *unusable};
  if (context_.quota == nullptr) return RunQuota::Place();
  return context_.quota->acquire(ending);
}

Result<std::unique_ptr<ServerRun>> RunFactory::make(RunQuota::Place place, ServerRunObserver& observer) const {
  auto connection = transport_.connect(server_.connected_as());
  if (!connection) return connection.error();
  auto run = std::make_unique<ServerRun>(context_.host, server_.source(), *std::move(connection), plan(), observer);
  run->keep_place(std::move(place));
  return run;
}

StartupPlan RunFactory::plan() const {
  StartupPlan plan;
  plan.client_capabilities = context_.observer.client_capabilities();
  plan.introduction = server_.introduction_of(context_.observer.client_implementation());
  plan.lists_everything = server_.lists_content();
  plan.last_words = server_.is_shared() ? LastWordsPlace::in_log_only : LastWordsPlace::in_errors;
  plan.limit = server_.start_limit();
  plan.probe_limit = base::process_limits(context_.host).probe;
  era_.decide(plan);
  if (era_.is_pinned()) {
    context_.host.log(LogLevel::information, server_.source(),
                      "its protocol is pinned to " + server_.entry().protocol + " by the configuration");
  }
  return plan;
}

}  // namespace workbench::servers
