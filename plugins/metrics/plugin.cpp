#include <workbench/plugin.hpp>

#include "call_metrics.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_middleware("metrics",
                           {.options = metrics::CallMetrics::option_descriptions(),
                            .check = [](const Options& options, Host&) { return metrics::CallMetrics::check(options); },
                            .make = construct<Middleware, metrics::CallMetrics>});
}

}  // namespace

WORKBENCH_PLUGIN("metrics", "0.1.0", register_plugin);
