#include "service/serve.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "process/heap_trimmer.hpp"
#include "process/memory_reserve.hpp"
#include "process/process_metrics.hpp"
#include "process/service_manager.hpp"
#include "protocol/implementation.hpp"
#include "service/operator_groups.hpp"
#include "service/operators.hpp"
#include "service/reload.hpp"
#include "service/service.hpp"

namespace workbench::app {
namespace {

/// "the listeners stdio, http".
std::string listeners_text(const std::vector<ServiceSelection::SelectedListener>& listeners) {
  std::vector<std::string> names;
  for (const auto& selected : listeners) names.push_back(selected.name);
  return (names.size() == 1 ? "the listener " : "the listeners ") + base::listed(names);
}

bool serves_stdio(const std::vector<ServiceSelection::SelectedListener>& listeners) {
  return std::any_of(listeners.begin(), listeners.end(), [](const auto& selected) { return selected.name == "stdio"; });
}

/// A person may not know that the workbench waits for a client; a host's stdin is never a terminal.
void warn_of_terminal(ProcessHost& host) {
  host.log(LogLevel::warning, "workbench",
           "standard input is a terminal, and an MCP client is expected there; Ctrl-D ends the workbench. To import "
           "the servers of other clients: mcp-workbench init; for all commands: mcp-workbench --help");
}

ExitStatus serve(ProcessHost& host, Startup& startup) {
  // Now: the listener of stdio takes the descriptor for itself when it is opened.
  const bool is_on_terminal = ::isatty(STDIN_FILENO) != 0 && serves_stdio(startup.selection().listeners);
  const MemoryReserve memory_reserve(host.loop());
  HeapTrimmer heap_trimmer(host.loop());
  const ProcessMetrics metrics(host);
  Service service(host, startup.config(), startup.registry(), startup.selection());
  Reload reload(startup, service);
  const bool watches_files = startup.settings().watches_files;
  const auto opened = service.open(watches_files ? ListenerReload::Watches::yes : ListenerReload::Watches::no);
  if (!opened) {
    host.log(LogLevel::error, "workbench", "cannot serve: " + opened.error().message);
    return ExitStatus::no_listener;
  }
  ServiceManager manager(host.loop());
  service.on_hang_up([&] {
    const ServiceManager::Reloading reloading(manager);
    reload.run_on_hang_up();
    service.reload_listeners();
  });
  OperatorGroups groups(startup, service, reload);
  Operators operators(startup, groups);
  service.on_idle([&] { return operators.is_watched(); });
  service.on_operator([&](AcceptedClient client) { operators.add(std::move(client)); });
  service.on_ending([&] {
    manager.notify_stopping();
    groups.handle_ending();
    startup.registry().of<Middleware>().for_each_object([](Middleware& one) { one.on_ending(); });
  });
  if (is_on_terminal) warn_of_terminal(host);
  if (!serves_stdio(startup.selection().listeners)) {
    host.log(LogLevel::information, "workbench",
             "mcp-workbench " + std::string(protocol::version()) + ", process " + std::to_string(::getpid()) +
                 ", serves clients of " + listeners_text(startup.selection().listeners) + " with " +
                 startup.settings().toolboxes_file.string());
  }
  // When the loop runs, and signals have their handlers: a SIGHUP may follow at once.
  host.loop().post(
      [&] { manager.notify_ready("Serving clients of " + listeners_text(startup.selection().listeners)); });
  return service.run();
}

}  // namespace

ExitStatus serve(Startup& startup) {
  startup.accept_waiting();
  if (const ExitStatus prepared = startup.prepare(); prepared != ExitStatus::ok) return prepared;
  ProcessHost& host = startup.host();
  host.set_trace_sink(startup.registry().extension<TraceSink>());
  const std::string& remark = startup.choice().remark;
  if (!remark.empty()) host.log(LogLevel::warning, "configuration", remark);
  for (const std::string& warning : startup.warnings()) host.log(LogLevel::warning, "configuration", warning);
  for (const config::Finding& error : startup.entry_errors()) host.log(LogLevel::error, "configuration", error.text);
  if (!startup.entry_errors().empty()) {
    host.log(LogLevel::warning, "configuration", "the entries with the errors above are not used; all others are");
  }
  for (const config::Finding& note : startup.notes()) host.log(LogLevel::information, "configuration", note.text);
  return serve(host, startup);
}

}  // namespace workbench::app
