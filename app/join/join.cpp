#include "join/join.hpp"

#include <csignal>
#include <optional>
#include <utility>

#include "join/joined_client.hpp"
#include "join/shared_workbench.hpp"
#include "process/output.hpp"

namespace workbench::app {

ExitStatus join(Startup& startup) {
  // Nothing of a server or a client is handled here but messages, so no other plugin is needed.
  if (const ExitStatus status = startup.load_plugin("stdio-transport"); status != ExitStatus::ok) return status;
  ProcessHost& host = startup.host();
  const std::string& remark = startup.choice().remark;
  if (!remark.empty()) host.log(LogLevel::warning, "configuration", remark);
  const auto shared = SharedWorkbench::of(startup.sources(), startup.settings());
  if (!shared) {
    host.log(LogLevel::error, "workbench", shared.error().message);
    return ExitStatus::no_listener;
  }
  ExitStatus status = ExitStatus::ok;
  std::optional<JoinedClient> joined;
  const auto listener = startup.registry().of<Listener>().object("stdio");
  if (!listener) {
    host.log(LogLevel::error, "workbench", listener.error().message);
    return ExitStatus::bad_plugin;
  }
  const auto opened = (*listener)->open([&](AcceptedClient client) {
    joined.emplace(host, *shared, std::move(client.connection), [&](const Result<void>& outcome) {
      if (!outcome) {
        host.log(LogLevel::error, "workbench", outcome.error().message);
        status = ExitStatus::bad_configuration;
      }
      host.loop().stop();
    });
    joined->start();
  });
  if (!opened) {
    host.log(LogLevel::error, "workbench", opened.error().message);
    return ExitStatus::no_listener;
  }
  host.loop().on_signals({SIGTERM, SIGINT, SIGHUP}, [&](int) {
    if (joined) return joined->close();
    host.loop().stop();
  });
  host.loop().run();
  return status;
}

ExitStatus share(Startup& startup) {
  if (const ExitStatus status = startup.read_settings(); status != ExitStatus::ok) return status;
  const auto shared = SharedWorkbench::of(startup.sources(), startup.settings());
  standard_error() << "mcp-workbench: " << (shared ? shared->become() : shared.error()).message << '\n';
  return ExitStatus::no_listener;
}

}  // namespace workbench::app
