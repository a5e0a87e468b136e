#include "commands/servers/listener_diagnosis.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include <workbench/listener_inspection.hpp>

namespace workbench::app {
namespace {

constexpr std::chrono::seconds kInspectionLimit{15};

std::vector<std::string> names_of_toolboxes(const Startup& startup) {
  std::vector<std::string> names;
  for (const config::ToolboxEntry& toolbox : startup.config().toolboxes) names.push_back(toolbox.name);
  return names;
}

/// The loop runs, and is stopped, only while this waits: a listener may answer at once, and after the limit.
struct WaitForReport {
  enum class State { asking, waiting, over };
  State state = State::asking;
  std::optional<ListenerReport> report;
};

/// Absent: it has not answered in time.
std::optional<ListenerReport> inspect(ListenerInspection& listener, Startup& startup) {
  using State = WaitForReport::State;
  event_loop::Loop& loop = startup.host().loop();
  const auto wait = std::make_shared<WaitForReport>();
  listener.inspect(names_of_toolboxes(startup), [wait, &loop](ListenerReport made) {
    if (wait->state == State::over) return;
    wait->report = std::move(made);
    if (wait->state == State::waiting) loop.stop();
  });
  if (!wait->report) {
    wait->state = State::waiting;
    const EventLoop::Timer limit = loop.after(kInspectionLimit, [&loop] { loop.stop(); });
    loop.run();
  }
  wait->state = State::over;
  return std::move(wait->report);
}

}  // namespace

bool ListenerDiagnosis::is_well() const {
  return std::none_of(troubles.begin(), troubles.end(), [](const Trouble& trouble) { return trouble.is_fatal; });
}

std::vector<ListenerDiagnosis> diagnose_listeners(Startup& startup) {
  std::vector<ListenerDiagnosis> diagnoses;
  for (const ServiceSelection::SelectedListener& selected : startup.selection().listeners) {
    auto* const listener = dynamic_cast<ListenerInspection*>(selected.listener);
    if (listener == nullptr) continue;
    auto report = inspect(*listener, startup);
    ListenerDiagnosis diagnosis{selected.name, {}, {}};
    if (!report) {
      diagnosis.troubles.push_back({"", "The listener could not be looked at in time.",
                                    "check that this machine can reach the authorization servers", false});
    } else if (report->facts.empty() && report->findings.empty()) {
      continue;
    } else {
      diagnosis.facts = std::move(report->facts);
      for (ListenerFinding& finding : report->findings) {
        diagnosis.troubles.push_back({std::move(finding.what), "", std::move(finding.remedy), finding.is_fatal});
      }
    }
    diagnoses.push_back(std::move(diagnosis));
  }
  return diagnoses;
}

}  // namespace workbench::app
