#include "commands/servers/configured_servers.hpp"

#include <algorithm>
#include <utility>

#include "commands/calls/ask_inputs.hpp"
#include "config/suggestion.hpp"
#include "process/output.hpp"

namespace workbench::app {

ExitStatus ConfiguredServers::prepare(Sources sources, Inspection::Catalogs catalogs, Output& errors,
                                      const std::string& principal, Remarks remarks) {
  sources.definitions.emplace("log.level", "error");
  startup_.emplace(sources, errors);
  ExitStatus status = startup_->prepare();
  if (status == ExitStatus::ok && ask_for_inputs(*startup_, errors)) {
    startup_.emplace(std::move(sources), errors);
    status = startup_->prepare();
  }
  if (status != ExitStatus::ok) return status;
  const std::string& remark = startup_->choice().remark;
  if (remarks == Remarks::shown && !remark.empty()) errors << remark << '\n';
  for (const config::Finding& error : startup_->entry_errors()) errors << error.text << '\n';
  auto inspection = Inspection::of(*startup_, catalogs, principal);
  if (!inspection) {
    errors << inspection.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  inspection_ = *std::move(inspection);
  return ExitStatus::ok;
}

bool ConfiguredServers::prepare_valid_part() {
  if (!startup_->use_valid_part()) return false;
  auto inspection = Inspection::of(*startup_, Inspection::Catalogs::of_this_run);
  if (inspection) inspection_ = *std::move(inspection);
  return inspection_ != nullptr;
}

void ConfiguredServers::report_slow_starts(Output& errors) {
  inspection_->on_slow_start([&errors](const std::string& sentence) { errors << sentence << '\n' << std::flush; });
}

Result<ToolPath> ConfiguredServers::path_of(const std::string& argument, ToolPath::Names names) const {
  std::vector<NamedToolbox> existing;
  for (const Inspection::InspectedToolbox& toolbox : inspection_->toolboxes()) {
    NamedToolbox& named = existing.emplace_back(NamedToolbox{toolbox.entry->name, {}});
    for (const Inspection::Inspected& one : toolbox.servers) named.servers.push_back(one.entry->name);
  }
  return ToolPath::resolve(argument, existing, names);
}

Result<std::vector<Inspection::InspectedToolbox>> ConfiguredServers::find(const std::string& argument) const {
  const auto path = path_of(argument, ToolPath::Names::anything);
  return path ? find(*path) : path.error();
}

Result<std::vector<Inspection::InspectedToolbox>> ConfiguredServers::find(const ToolPath& path) const {
  const auto& all = inspection_->toolboxes();
  if (path.toolbox.empty()) {
    auto enabled = all;
    std::erase_if(enabled, [](const auto& one) { return one.entry->is_disabled; });
    return enabled;
  }
  const auto toolbox =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.entry->name == path.toolbox; });
  if (toolbox == all.end()) {
    std::vector<std::string> names;
    for (const auto& one : all) names.push_back(one.entry->name);
    return Error{ErrorKind::not_found,
                 "there is no toolbox \"" + path.toolbox + "\"; " + config::suggestion(path.toolbox, names)};
  }
  Inspection::InspectedToolbox found{toolbox->entry, {}};
  std::vector<std::string> names;
  for (const Inspection::Inspected& one : toolbox->servers) {
    names.push_back(one.entry->name);
    if (path.server.empty() || one.entry->name == path.server) found.servers.push_back(one);
  }
  if (found.servers.empty() && !path.server.empty()) {
    return Error{ErrorKind::not_found, "there is no server \"" + path.server + "\" in the toolbox \"" + path.toolbox +
                                           "\"; " + config::suggestion(path.server, names)};
  }
  return std::vector{std::move(found)};
}

}  // namespace workbench::app
