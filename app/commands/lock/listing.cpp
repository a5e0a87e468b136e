#include "commands/lock/listing.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "check/inspection.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "servers/package_words.hpp"

namespace workbench::app {
namespace {

/// More than a day, so that the date is another one in every time zone.
constexpr const char* kOtherTime = "+26h";

/// The same command under `faketime`, whose clocks for intervals stay as they are.
void start_on_other_day(config::ServerEntry& entry, const std::string& faketime) {
  Options::TextList args{"-m", "--exclude-monotonic", "-f", kOtherTime, entry.options.text("command")};
  for (std::string& argument : entry.options.text_list("args")) args.push_back(std::move(argument));
  entry.options.set("command", faketime);
  entry.options.set("args", std::move(args));
}

void vary(config::ServerEntry& entry, const OtherPlace& place) {
  entry.lists_content = true;
  if (!place.folder.empty()) {
    const std::string folder = place.folder.string();
    entry = config::for_client(std::move(entry), folder, config::ClientRoot{folder, false, {}});
  }
  if (!place.faketime.empty() && sees_other_time(entry)) start_on_other_day(entry, place.faketime);
}

std::map<std::string, servers::Server*> servers_named(const Inspection& inspection,
                                                      const std::vector<std::string>& names) {
  std::map<std::string, servers::Server*> named;
  for (const Inspection::InspectedToolbox& toolbox : inspection.toolboxes()) {
    for (const Inspection::Inspected& one : toolbox.servers) {
      const std::string name = lock::server_key(toolbox.entry->name, one.entry->name);
      if (std::find(names.begin(), names.end(), name) != names.end()) named.emplace(name, one.server);
    }
  }
  return named;
}

/// Why what it lists is not known, or not all of it; empty: it is known.
std::string failure_of(servers::Server& server) {
  if (const auto failure = server.status().failure()) return failure->message;
  const servers::ServerRun* const run = server.ready_run();
  if (run == nullptr) return "it has ended";
  for (const protocol::ListKind kind : protocol::kListKinds) {
    if (!run->early_end(kind).empty()) return run->early_end(kind);
  }
  return {};
}

}  // namespace

bool sees_other_time(const config::ServerEntry& entry) {
  const std::string command = entry.options.text("command");
  return entry.transport == "stdio" && !servers::image_in(command, entry.options.text_list("args"));
}

Result<std::map<std::string, ListedServer>> list_servers(Startup& startup, const std::vector<std::string>& names,
                                                         const OtherPlace& place, Output& errors) {
  RecordedLists lists;
  const servers::CatalogReviews reviews{.reviews = {&lists}};
  auto inspection = Inspection::of(startup, Inspection::Catalogs::of_this_run, {},
                                   {&reviews, [&place](config::ServerEntry& entry) { vary(entry, place); }});
  if (!inspection) return inspection.error();
  (*inspection)->on_slow_start([&errors](const std::string& text) { errors << text << '\n' << std::flush; });
  const auto named = servers_named(**inspection, names);
  std::vector<servers::Server*> all;
  for (const auto& [name, server] : named) all.push_back(server);
  (*inspection)->start(all);
  std::map<std::string, ListedServer> listed;
  for (const auto& [name, server] : named) {
    listed.emplace(name, ListedServer{failure_of(*server), lists.of(name)});
  }
  return listed;
}

}  // namespace workbench::app
