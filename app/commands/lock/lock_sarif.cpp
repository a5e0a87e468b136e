#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "commands/lock/lock_report.hpp"

namespace workbench::app {
namespace {

/// What a result is about. The ids stay the same in all versions of the program.
struct SarifRule {
  std::string_view id;
  std::string_view text;
  std::string_view level;
};

constexpr SarifRule kStartChanged{"lock/start-changed", "What starts a server differs from the lock file.", "error"};
constexpr SarifRule kItemChanged{"lock/item-changed", "What a model reads differs from the lock file.", "error"};
constexpr SarifRule kItemAdded{"lock/item-added", "A server lists what the lock file does not have.", "error"};
constexpr SarifRule kItemRemoved{"lock/item-removed", "A server no longer lists what the lock file has.", "warning"};
constexpr SarifRule kItemNoted{"lock/item-noted", "A difference that makes no model do more.", "note"};
constexpr SarifRule kServerAdded{"lock/server-added", "The lock file does not have a configured server.", "error"};
constexpr SarifRule kServerRemoved{"lock/server-removed", "A server of the lock file is not configured.", "warning"};
constexpr SarifRule kServerUnchecked{"lock/server-unchecked", "A server could not be checked.", "warning"};
constexpr std::array kSarifRules{kStartChanged, kItemChanged, kItemAdded,     kItemRemoved,
                                 kItemNoted,    kServerAdded, kServerRemoved, kServerUnchecked};

const SarifRule& rule_for(const ItemFinding& finding) {
  if (finding.state == LockState::added) return kItemAdded;
  if (finding.state == LockState::removed) return kItemRemoved;
  if (finding.state == LockState::same) return kItemNoted;
  return finding.item.kind == CatalogItemKind::start ? kStartChanged : kItemChanged;
}

/// The lock file as systems find it in a repository: from the folder in which the command runs.
std::string address_of(const std::filesystem::path& file) {
  std::error_code gone;
  const std::filesystem::path relative = file.lexically_relative(std::filesystem::current_path(gone));
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.string() : "file://" + file.string();
}

class SarifLog {
 public:
  explicit SarifLog(const LockReport& report) : report_(report) {}

  [[nodiscard]] std::string text() {
    writer_.object().member("$schema", "https://json.schemastore.org/sarif-2.1.0.json").member("version", "2.1.0");
    writer_.key("runs").array().object().key("tool").object().key("driver").object().member("name", "mcp-workbench");
    write_rules();
    writer_.end().end().key("results").array();
    for (const ServerFinding& server : report_.servers) add(server);
    return std::move(writer_.end().end().end().end()).take();
  }

 private:
  void write_rules() {
    writer_.key("rules").array();
    for (const SarifRule& rule : kSarifRules) {
      writer_.object().member("id", rule.id).key("shortDescription").object().member("text", rule.text).end();
      writer_.key("defaultConfiguration").object().member("level", rule.level).end().end();
    }
    writer_.end();
  }

  void add(const ServerFinding& server) {
    if (server.state == LockState::unchecked) {
      return add(kServerUnchecked, server, {}, "could not be checked: " + server.reason);
    }
    if (server.state == LockState::removed) return add(kServerRemoved, server, {}, "is no longer configured");
    if (server.state == LockState::added) return add(kServerAdded, server, {}, "is not in the lock file");
    for (const ItemFinding& item : server.items) {
      if (item.is_silent()) continue;
      const std::string title = lock::item_title(item.item.kind, item.item.name);
      add(rule_for(item), server, item.item, title + ": " + sentence_about(item));
    }
  }

  void add(const SarifRule& rule, const ServerFinding& server, const lock::ItemKey& item, const std::string& text) {
    writer_.object().member("ruleId", rule.id).member("level", rule.level);
    writer_.key("message").object().member("text", server.server + ": " + text).end();
    writer_.key("locations").array().object().key("physicalLocation").object();
    writer_.key("artifactLocation").object().member("uri", address_of(report_.store.path())).end();
    writer_.key("region").object().member("startLine", report_.store.line_of(server.server, item)).end();
    writer_.end().end().end().end();
  }

  const LockReport& report_;
  JsonWriter writer_;
};

}  // namespace

void print_sarif(const LockReport& report, Output& out) {
  out << JsonText{SarifLog(report).text()} << '\n';
}

}  // namespace workbench::app
