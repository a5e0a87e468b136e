#include <memory>

#include <workbench/plugin.hpp>

#include "call_log.hpp"
#include "call_log_settings.hpp"
#include "decision_lines.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  const auto decisions = std::make_shared<call_log::DecisionLines>();
  registrar.add_middleware("call-log", {.options = call_log::option_descriptions(),
                                        .check = [](const Options& options, Host&) { return call_log::check(options); },
                                        .make =
                                            [decisions](const Options& options, Host& host) {
                                              return Result<std::unique_ptr<Middleware>>(
                                                  std::make_unique<call_log::CallLog>(options, host, decisions));
                                            }});
  registrar.provide<DecisionLog>([decisions](Host&) { return decisions; });
}

}  // namespace

WORKBENCH_PLUGIN("call-log", "0.1.0", register_plugin);
