#include "join/join.hpp"

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "clients/refused_client.hpp"
#include "join/joined_client.hpp"
#include "join/shared_workbench.hpp"
#include "process/output.hpp"

namespace workbench::app {

namespace {

/// One line of the log for each line of a reason.
void log_reason(ProcessHost& host, const Error& reason) {
  std::istringstream lines(reason.message);
  for (std::string line; std::getline(lines, line);) host.log(LogLevel::error, "workbench", line);
}

/// Answers the first request of the client with the reason why it is not served.
class Refusal {
 public:
  Refusal(ProcessHost& host, std::unique_ptr<Connection> client, const Error& reason)
      : loop_(host.loop()), client_(host, std::move(client), reason) {}

  void start() {
    client_.on_answer([this] { loop_.post([this] { client_.close(); }); });
    client_.start([this] { loop_.stop(); });
    limit_ = loop_.after(kMaxFirstRequest, [this] { client_.close(); });
  }

 private:
  static constexpr std::chrono::seconds kMaxFirstRequest{5};

  event_loop::Loop& loop_;
  clients::RefusedClient client_;
  EventLoop::Timer limit_;
};

ExitStatus refuse(Startup& startup, Listener& listener, const Error& reason) {
  ProcessHost& host = startup.host();
  log_reason(host, reason);
  std::optional<Refusal> refusal;
  const auto opened = listener.open([&](AcceptedClient client) {
    refusal.emplace(host, std::move(client.connection), reason);
    refusal->start();
  });
  if (opened) host.loop().run();
  return ExitStatus::no_listener;
}

}  // namespace

ExitStatus join(Startup& startup) {
  // Nothing of a server or a client is handled here but messages, so no other plugin is needed.
  if (const ExitStatus status = startup.load_plugin("stdio-transport"); status != ExitStatus::ok) return status;
  ProcessHost& host = startup.host();
  const std::string& remark = startup.choice().remark;
  if (!remark.empty()) host.log(LogLevel::warning, "configuration", remark);
  const auto listener = startup.registry().of<Listener>().object("stdio");
  if (!listener) {
    host.log(LogLevel::error, "workbench", listener.error().message);
    return ExitStatus::bad_plugin;
  }
  const auto shared = SharedWorkbench::of(startup.sources(), startup.settings());
  if (!shared) return refuse(startup, **listener, shared.error());
  ExitStatus status = ExitStatus::ok;
  std::optional<JoinedClient> joined;
  const auto opened = (*listener)->open([&](AcceptedClient client) {
    joined.emplace(host, *shared, std::move(client.connection), [&](const Result<void>& outcome) {
      if (!outcome) {
        log_reason(host, outcome.error());
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
