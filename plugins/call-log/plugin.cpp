#include <workbench/plugin.hpp>

#include "call_log.hpp"
#include "call_log_settings.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_middleware("call-log", {.options = call_log::option_descriptions(),
                                        .check = [](const Options& options, Host&) { return call_log::check(options); },
                                        .make = construct<Middleware, call_log::CallLog>});
}

}  // namespace

WORKBENCH_PLUGIN("call-log", "0.1.0", register_plugin);
