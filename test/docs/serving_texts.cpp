#include <array>
#include <cstddef>

#include <span>
#include <string>

#include "base/metric_family.hpp"
#include "gateway/toolboxes/host_descriptions.hpp"
#include "gateway/workspaces/figures.hpp"
#include "generated_texts.hpp"
#include "markdown.hpp"
#include "process/process_metrics.hpp"
#include "process/table.hpp"
#include "service/reload.hpp"

namespace documents {
namespace {

using workbench::MetricType;
using workbench::ResultMeasure;
using workbench::base::MetricFamily;
using workbench::config::HostEntry;
using workbench::gateway::HostDescription;

std::string longest_result(const HostEntry& entry) {
  if (entry.result_bytes == workbench::ClientProfile::kUnlimited) return "any";
  const std::string size = workbench::app::with_thousands(entry.result_bytes.value_or(0));
  switch (entry.result_measure.value_or(ResultMeasure::bytes)) {
    case ResultMeasure::bytes: return size + " bytes";
    case ResultMeasure::characters: return size + " characters";
    case ResultMeasure::escaped: return size + " characters of its JSON";
    case ResultMeasure::escaped_bytes: return size + " bytes of its JSON";
  }
  return size;
}

std::string instructions(const HostEntry& entry) {
  if (!entry.instructions_bytes) return "not known";
  if (*entry.instructions_bytes == 0) return "no";
  if (*entry.instructions_bytes >= workbench::gateway::kWholeInstructions) return "yes";
  return "the first " + workbench::app::with_thousands(*entry.instructions_bytes) + " bytes";
}

std::string lists_again(const HostEntry& entry) {
  if (entry.is_one_shot.value_or(false)) return "it connects for each call";
  return entry.handles_list_changed.value_or(false) ? "yes" : "no";
}

std::string fact(std::optional<bool> known) {
  if (!known) return "not known";
  return *known ? "yes" : "no";
}

std::string known_hosts_table() {
  std::string table =
      header({"host", "`clientInfo.name`", "longest result", "a longer one is put", "shows instructions",
              "lists tools again", "prefix of tools", "longest name", "defers tools itself", "has code mode"});
  for (const HostDescription& host : workbench::gateway::host_descriptions()) {
    const HostEntry& entry = host.entry;
    const std::string version = entry.version == "*" ? std::string() : "@" + entry.version;
    table += row({std::string(host.product), code(entry.name + version), longest_result(entry),
                  std::string(host.long_result), instructions(entry), lists_again(entry),
                  code(entry.tool_prefix.value_or("")), std::to_string(entry.max_tool_name.value_or(0)),
                  fact(entry.defers_tools), fact(entry.has_code_mode)});
  }
  return table;
}

std::string type_of(MetricType type) {
  switch (type) {
    case MetricType::counter: return "counter";
    case MetricType::gauge: return "gauge";
    case MetricType::histogram: return "histogram";
  }
  return {};
}

void add_rows(std::span<const MetricFamily> families, std::string& table) {
  for (const MetricFamily& family : families) {
    table += row({code(family.name), type_of(family.type), std::string(family.labels), std::string(family.help)});
  }
}

std::string metrics_table() {
  std::string table = header({"family", "type", "labels", "what it is"});
  add_rows(workbench::app::ProcessMetrics::families(), table);
  add_rows(std::array{workbench::app::Reload::kReloads}, table);
  add_rows(workbench::gateway::Figures::families(), table);
  return table;
}

}  // namespace

void add_serving_texts(Texts& texts) {
  texts["known hosts"] = known_hosts_table();
  texts["metrics"] = metrics_table();
}

}  // namespace documents
