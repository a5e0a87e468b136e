#include "service/operators.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "operator/status.hpp"

namespace workbench::app {
namespace {

/// How long a status may wait for the engines of containers.
constexpr std::chrono::seconds kMeasuring{5};

/// The user of the process, who is the user of all operators; a number if it has no name.
std::string name_of_user() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> texts{};
  ::getpwuid_r(::geteuid(), &entry, texts.data(), texts.size(), &found);
  return found != nullptr ? found->pw_name : std::to_string(::geteuid());
}

}  // namespace

Operators::Operators(Startup& startup, Service& service, Reload& reload)
    : startup_(startup),
      service_(service),
      reload_(reload),
      approvals_(startup.registry().extension<ApprovalInbox>()),
      actions_{
          [this](OperatorActions::Answer answer) {
            service_.look_up_logins([this, answer = std::move(answer)]() mutable { answer_status(std::move(answer)); });
          },
          [this] { return reload_configuration(); }, &approvals_},
      surfaces_(
          startup.host(), approvals_,
          startup.settings().notifies_desktop ? ApprovalSurfaces::Notices::desktop : ApprovalSurfaces::Notices::off,
          [this](std::unique_ptr<Connection> connection) { add(std::move(connection)); }) {}

void Operators::add(std::unique_ptr<Connection> connection) {
  const auto place = sessions_.emplace(sessions_.end());
  *place = std::make_unique<OperatorSession>(startup_.host(), std::move(connection), actions_, name_of_user(),
                                             [this, place] {
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
  return status_of({uptime, startup_.settings().toolboxes_file.string(), std::move(containers), approvals_.counts(),
                    approvals_.flows()},
                   service_.overview());
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
