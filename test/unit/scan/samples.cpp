#include "samples.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "scan/catalog_scan.hpp"
#include "scan/scan.hpp"

namespace scan_test {
namespace {

using namespace workbench;

constexpr std::pair<const char*, CatalogItemKind> kItems[] = {{"tool", CatalogItemKind::tool},
                                                              {"prompt", CatalogItemKind::prompt},
                                                              {"resource", CatalogItemKind::resource},
                                                              {"instructions", CatalogItemKind::instructions}};

std::vector<scan::CatalogTool> tools_of(const std::string& server, const Json& tools) {
  std::vector<scan::CatalogTool> found;
  for (const Json& tool : json::elements(tools)) {
    found.push_back({server, json::member_characters(tool, "name"), json::member_characters(tool, "description")});
  }
  return found;
}

std::vector<scan::ScanFinding> findings_in_catalog(const Json& catalog) {
  std::vector<scan::CatalogTool> tools;
  std::vector<scan::ScanFinding> findings;
  for (const JsonMember& server : json::members(catalog)) {
    for (scan::CatalogTool& tool : tools_of(server.key, server.value)) tools.push_back(std::move(tool));
    for (const Json& tool : json::elements(server.value)) {
      for (scan::ScanFinding& one : scan::scan(CatalogItemKind::tool, tool)) findings.push_back(std::move(one));
    }
  }
  for (scan::CatalogFinding& one : scan::scan_catalog(tools)) findings.push_back(std::move(one.finding));
  return findings;
}

std::vector<scan::ScanFinding> findings_in(const Json& sample) {
  for (const auto& [member, kind] : kItems) {
    const Json item = json::member(sample, member);
    if (!item.is_absent()) return scan::scan(kind, item);
  }
  return findings_in_catalog(json::member(sample, "catalog"));
}

}  // namespace

std::optional<scan::Severity> Sample::worst() const {
  const auto worst = std::max_element(findings.begin(), findings.end(),
                                      [](const auto& one, const auto& other) { return one.severity < other.severity; });
  if (worst == findings.end()) return std::nullopt;
  return worst->severity;
}

Json read_json(const std::string& path) {
  static const json::ScannerJsonAccess access(200);
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " cannot be read");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto end = text.find_last_not_of(" \n");
  auto checked = access.checked(text.substr(0, end + 1));
  if (!checked) throw std::runtime_error(path + ": " + checked.error().message);
  return *checked;
}

std::vector<Sample> scanned_samples(const std::string& path) {
  std::vector<Sample> samples;
  for (const Json& sample : json::elements(read_json(path))) {
    samples.push_back({json::member_characters(sample, "kind"), std::string(sample.text()), findings_in(sample)});
  }
  return samples;
}

std::vector<Sample> scanned_servers(const std::string& path) {
  std::vector<Sample> samples;
  std::vector<scan::CatalogTool> all;
  for (const Json& server : json::elements(json::member(read_json(path), "servers"))) {
    const std::string name = json::member_characters(server, "server");
    const Json instructions = json::member(server, "instructions");
    if (instructions.kind() == JsonKind::string) {
      samples.push_back({"instructions", name, scan::scan(CatalogItemKind::instructions, instructions)});
      all.push_back({name, "", ""});
    }
    for (const Json& tool : json::elements(json::member(server, "tools"))) {
      const std::string text = name + "/" + json::member_characters(tool, "name");
      samples.push_back({"tool", text, scan::scan(CatalogItemKind::tool, tool)});
    }
    for (scan::CatalogTool& tool : tools_of(name, json::member(server, "tools"))) all.push_back(std::move(tool));
  }
  for (scan::CatalogFinding& one : scan::scan_catalog(all))
    samples[one.tool].findings.push_back(std::move(one.finding));
  return samples;
}

std::size_t count_of(const std::vector<Sample>& samples, scan::Severity least) {
  return static_cast<std::size_t>(std::count_if(samples.begin(), samples.end(), [&](const Sample& sample) {
    const auto worst = sample.worst();
    return worst && *worst >= least;
  }));
}

std::string lines_of(const Sample& sample) {
  std::string lines = sample.kind + ": " + sample.text + "\n";
  for (const scan::ScanFinding& finding : sample.findings)
    lines.append("    ").append(scan::line_of(finding)).append("\n");
  return lines;
}

}  // namespace scan_test
