#include "commands/lock/lock_run.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "json/lookup.hpp"

namespace workbench::app {
namespace {

bool differs(const ServerFinding& finding) {
  return finding.state != LockState::unchecked &&
         std::any_of(finding.items.begin(), finding.items.end(),
                     [](const ItemFinding& item) { return !item.is_silent(); });
}

/// The recorded issuer of the same address, which stays in the file while there is no login. `facts`: without an
/// issuer.
std::string issuer_in(const lock::ServerRecords* locked, const Json& facts) {
  if (locked == nullptr) return {};
  const auto start = locked->find({CatalogItemKind::start, {}});
  if (start == locked->end()) return {};
  const Json recorded(start->second.definition);
  const bool is_same_address = json::member_characters(recorded, "url") == json::member_characters(facts, "url");
  return is_same_address ? json::member_characters(recorded, "issuer") : std::string();
}

}  // namespace

Result<std::vector<ServerFinding>> LockRun::compare(const std::vector<Inspection::InspectedToolbox>& toolboxes,
                                                    Starts starts, Caution caution) {
  std::vector<ServerFinding> findings;
  for (const Inspection::InspectedToolbox& toolbox : toolboxes) {
    for (const Inspection::Inspected& one : toolbox.servers) {
      const std::string name = lock::server_key(toolbox.entry->name, one.entry->name);
      present_.insert_or_assign(name, one.server);
      findings.push_back(present_start(name));
    }
  }
  if (auto listed = list_first(findings, starts, caution); !listed) return listed.error();
  if (auto listed = list_again(findings, starts); !listed) return listed.error();
  return findings;
}

ServerFinding LockRun::present_start(const std::string& server) {
  const servers::Server& present = *present_.at(server);
  const config::ServerEntry& entry = present.configured().entry();
  std::string issuer = present.login().issuer();
  if (issuer.empty()) issuer = issuer_in(store_.find(server), facts_.of(entry));
  const Json facts = facts_.of(entry, issuer);
  return compare_start(server, std::string(facts.text()), store_.find(server));
}

Result<void> LockRun::list_first(std::vector<ServerFinding>& findings, Starts starts, Caution caution) {
  std::vector<std::string> names;
  for (const ServerFinding& finding : findings) {
    if (caution == Caution::all || !finding.is_only_start) names.push_back(finding.server);
  }
  if (names.empty()) return {};
  auto listed = list_servers(servers_.startup(), names, starts == Starts::once ? place_ : OtherPlace(), errors_);
  if (!listed) return listed.error();
  first_ = *std::move(listed);
  for (ServerFinding& finding : findings) {
    const auto found = first_.find(finding.server);
    if (found != first_.end()) compare_lists(finding, found->second, nullptr, store_.find(finding.server));
  }
  return {};
}

Result<void> LockRun::list_again(std::vector<ServerFinding>& findings, Starts starts) {
  if (starts == Starts::once) return {};
  std::vector<std::string> names;
  for (const ServerFinding& finding : findings) {
    const auto first = first_.find(finding.server);
    const bool was_listed = first != first_.end() && first->second.failure.empty();
    if (was_listed && (starts == Starts::twice || differs(finding))) names.push_back(finding.server);
  }
  if (names.empty()) return {};
  const auto listed = list_servers(servers_.startup(), names, place_, errors_);
  if (!listed) return listed.error();
  for (ServerFinding& finding : findings) {
    const auto found = listed->find(finding.server);
    if (found == listed->end()) continue;
    finding = present_start(found->first);  // npm knows the integrity of what it has installed meanwhile
    compare_lists(finding, first_[finding.server], &found->second, store_.find(finding.server));
  }
  return {};
}

std::vector<std::string> LockRun::removed_servers() const {
  std::set<std::string> configured;
  for (const auto& toolbox : servers_.inspection().toolboxes()) {
    for (const auto& one : toolbox.servers) {
      configured.insert(lock::server_key(toolbox.entry->name, one.entry->name));
    }
  }
  std::vector<std::string> removed;
  for (const auto& server : store_.file().servers) {
    if (configured.count(server.first) == 0) removed.push_back(server.first);
  }
  return removed;
}

}  // namespace workbench::app
