#include "commands/lock/acceptance.hpp"

#include <utility>

namespace workbench::app {
namespace {

using Outcome = Acceptance::Outcome;

Acceptance refused(const std::string& what, const std::string& present) {
  return {Outcome::refused, what + " is not what you have looked at: it has the hash " + present +
                                " now; nothing was accepted, look at it again"};
}

Acceptance accept_start(const ServerFinding& finding, const std::string& tool, const std::string& expected,
                        const lock::ServerRecords* locked, const std::string& today) {
  const ItemFinding& start = finding.items.front();
  const std::string what = "what starts " + finding.server;
  if (!tool.empty()) {
    return {Outcome::refused, what +
                                  " is not accepted, so the server was not started; accept that first: "
                                  "mcp-workbench lock --diff " +
                                  finding.server};
  }
  if (start.hash != expected) return refused(what, start.hash);
  Acceptance accepted{Outcome::accepted,
                      what + " is accepted; look at what it lists now: mcp-workbench lock --diff " + finding.server};
  if (locked != nullptr) accepted.records = *locked;
  accepted.records.insert_or_assign(start.item, lock::LockRecord{start.form, today});
  return accepted;
}

Acceptance accept_tool(const ServerFinding& finding, const std::string& tool, const std::string& expected,
                       const lock::ServerRecords* locked, const std::string& today) {
  const lock::ItemKey key{CatalogItemKind::tool, tool};
  const ItemFinding* const item = finding.find(key);
  const std::string what = lock::item_title(key.kind, key.name) + " of " + finding.server;
  if (item == nullptr)
    return {Outcome::not_found, finding.server + " does not list " + lock::item_title(key.kind, tool)};
  if (item->is_silent()) return {Outcome::same, what + " is locked as it is"};
  if (item->hash != expected) return refused(what, item->hash);
  Acceptance accepted{Outcome::accepted, what + " is accepted"};
  if (locked != nullptr) accepted.records = *locked;
  if (item->state == LockState::removed) {
    accepted.records.erase(key);
  } else {
    accepted.records.insert_or_assign(key, finding.accepted(locked, today).at(key));
  }
  return accepted;
}

}  // namespace

Acceptance accept(const ServerFinding& finding, const std::string& tool, const std::string& expected,
                  const lock::ServerRecords* locked, const std::string& today) {
  if (finding.is_only_start) return accept_start(finding, tool, expected, locked, today);
  if (!tool.empty()) return accept_tool(finding, tool, expected, locked, today);
  lock::ServerRecords records = finding.accepted(locked, today);
  if (locked != nullptr && records == *locked) return {Outcome::same, finding.server + " is locked as it is"};
  if (finding.hash != expected) return refused("what " + finding.server + " lists", finding.hash);
  return {Outcome::accepted, "all that " + finding.server + " lists is accepted", std::move(records)};
}

}  // namespace workbench::app
