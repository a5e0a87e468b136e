#include "service/operators.hpp"

#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "operator/status.hpp"

namespace workbench::app {
namespace {

/// How long a status may wait for the engines of containers.
constexpr std::chrono::seconds kMeasuring{5};

}  // namespace

Operators::Operators(Startup& startup, Service& service, Reload& reload)
    : startup_(startup),
      service_(service),
      reload_(reload),
      actions_{
          [this](OperatorActions::Answer answer) {
            service_.look_up_logins([this, answer = std::move(answer)]() mutable { answer_status(std::move(answer)); });
          },
          [this] { return reload_configuration(); }} {}

void Operators::add(std::unique_ptr<Connection> connection) {
  const auto place = sessions_.emplace(sessions_.end());
  *place = std::make_unique<OperatorSession>(startup_.host(), std::move(connection), actions_, [this, place] {
    // Later: this is inside one of its calls.
    startup_.host().loop().post([this, place] { sessions_.erase(place); });
  });
  (*place)->start();
}

void Operators::answer_status(OperatorActions::Answer answer) {
  auto measured = [this, answer = std::move(answer)](ContainerUsages usages) mutable {
    answer(status(std::move(usages)));
  };
  ProcessHost& host = startup_.host();
  host.containers().measure(host.loop(), kMeasuring, std::move(measured));
}

Json Operators::status(ContainerUsages containers) const {
  using std::chrono::floor;
  using std::chrono::milliseconds;
  const auto uptime = floor<milliseconds>(std::chrono::steady_clock::now() - start_);
  return status_of({uptime, startup_.settings().toolboxes_file.string(), std::move(containers)}, service_.overview());
}

Json Operators::reload_configuration() {
  const Reload::Report report = reload_.run_for_operator();
  service_.reload_listeners();
  JsonWriter writer;
  writer.object().member("outcome", report.outcome).key("messages").array();
  for (const std::string& message : report.messages) writer.string(message);
  writer.end().end();
  return std::move(writer).json();
}

}  // namespace workbench::app
