#include <memory>

#include <workbench/plugin.hpp>

#include "call_log.hpp"
#include "call_log_settings.hpp"
#include "call_store.hpp"
#include "decision_lines.hpp"
#include "recent_call_settings.hpp"
#include "recent_calls_middleware.hpp"
#include "value_rights.hpp"

namespace {

using namespace workbench;

void register_call_log(Registrar& registrar, const std::shared_ptr<call_log::ValueRights>& rights) {
  const auto decisions = std::make_shared<call_log::DecisionLines>();
  registrar.add_middleware("call-log",
                           {.options = call_log::option_descriptions(),
                            .check = [](const Options& options, Host&) { return call_log::check(options); },
                            .make =
                                [decisions, rights](const Options& options, Host& host) {
                                  return Result<std::unique_ptr<Middleware>>(
                                      std::make_unique<call_log::CallLog>(options, host, decisions, rights));
                                }});
  registrar.provide<DecisionLog>([decisions](Host&) { return decisions; });
}

void register_recent_calls(Registrar& registrar, const std::shared_ptr<call_log::ValueRights>& rights) {
  const auto store = std::make_shared<call_log::CallStore>(rights);
  registrar.add_middleware(
      "recent-calls",
      {.options = call_log::RecentCallSettings::descriptions(),
       .check = [](const Options& options, Host&) { return call_log::RecentCallSettings::check(options); },
       .make =
           [store](const Options& options, Host& host) {
             return Result<std::unique_ptr<Middleware>>(
                 std::make_unique<call_log::RecentCallsMiddleware>(options, host, store));
           }});
  registrar.provide<RecentCalls>([store](Host&) { return store; });
  registrar.provide<CallObserver>([store](Host&) { return store; });
}

void register_plugin(Registrar& registrar) {
  const auto rights = std::make_shared<call_log::ValueRights>();
  register_call_log(registrar, rights);
  register_recent_calls(registrar, rights);
}

}  // namespace

WORKBENCH_PLUGIN("call-log", "0.1.0", register_plugin);
