#include "commands/servers/text_findings.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "scan/catalog_scan.hpp"
#include "scan/scan.hpp"
#include "servers/run.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kMaxNameBytes = 100;

struct ScannedList {
  protocol::ListKind list;
  CatalogItemKind kind;
  std::string_view name;
};

constexpr std::array<ScannedList, 4> kLists{{
    {protocol::ListKind::tools, CatalogItemKind::tool, "tool"},
    {protocol::ListKind::prompts, CatalogItemKind::prompt, "prompt"},
    {protocol::ListKind::resources, CatalogItemKind::resource, "resource"},
    {protocol::ListKind::resource_templates, CatalogItemKind::resource_template, "resource template"},
}};

std::string shown_name(std::string_view name) {
  return base::shortened(base::visible_line(name), kMaxNameBytes);
}

/// Collects the findings of servers, and the tools of all of them.
class TextScan {
 public:
  void scan_server(const std::string& toolbox, const std::string& server, const servers::ServerRun& run) {
    if (!run.instructions().empty()) {
      const Json instructions(json::quoted(run.instructions()));
      add(toolbox, server, "instructions", "", scan::scan(CatalogItemKind::instructions, instructions));
    }
    for (const auto& [list, kind, name] : kLists) {
      for (const protocol::ListedItem& item : run.items(list)) {
        add(toolbox, server, name, item.name, scan::scan(kind, item.definition));
        if (kind == CatalogItemKind::tool) note_tool(toolbox, server, item);
      }
    }
  }

  std::vector<TextFinding> take() {
    for (scan::CatalogFinding& one : scan::scan_catalog(tools_)) {
      const auto& [toolbox, server] = owners_[one.tool];
      found_.push_back({toolbox, server, "tool", shown_name(tools_[one.tool].name), std::move(one.finding)});
    }
    std::stable_sort(found_.begin(), found_.end(), [](const TextFinding& one, const TextFinding& other) {
      return one.finding.severity > other.finding.severity;
    });
    return std::move(found_);
  }

 private:
  void add(const std::string& toolbox, const std::string& server, std::string_view kind, std::string_view name,
           std::vector<scan::ScanFinding> findings) {
    for (scan::ScanFinding& finding : findings) {
      if (finding.severity == scan::Severity::info) continue;
      found_.push_back({toolbox, server, kind, shown_name(name), std::move(finding)});
    }
  }

  void note_tool(const std::string& toolbox, const std::string& server, const protocol::ListedItem& item) {
    tools_.push_back({server, item.name, json::member_characters(item.definition, "description")});
    owners_.emplace_back(toolbox, server);
  }

  std::vector<TextFinding> found_;
  std::vector<scan::CatalogTool> tools_;
  std::vector<std::pair<std::string, std::string>> owners_;  // toolbox and server of each tool
};

}  // namespace

std::vector<TextFinding> find_in_texts(const std::vector<Inspection::InspectedToolbox>& toolboxes) {
  TextScan scan;
  std::set<const servers::Server*> seen;  // one can be in several toolboxes
  for (const Inspection::InspectedToolbox& toolbox : toolboxes) {
    for (const Inspection::Inspected& one : toolbox.servers) {
      const servers::ServerRun* const run = one.server->ready_run();
      if (run != nullptr && seen.insert(one.server).second)
        scan.scan_server(toolbox.entry->name, one.entry->name, *run);
    }
  }
  return scan.take();
}

std::string line_of(const TextFinding& found) {
  const std::string item = found.name.empty() ? std::string() : " " + base::in_quotes(found.name);
  return "the " + std::string(found.kind) + item + ": " + scan::line_of(found.finding);
}

}  // namespace workbench::app
