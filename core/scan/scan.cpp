#include "scan/scan.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/contains.hpp"
#include "scan/capabilities.hpp"
#include "scan/directives.hpp"
#include "scan/hidden_text.hpp"
#include "scan/json_strings.hpp"
#include "scan/live_secrets.hpp"
#include "scan/normal_text.hpp"
#include "scan/schema_position.hpp"

namespace workbench::scan {
namespace {

/// Whether the string is one that an Icon of the specification has.
bool is_of_icon(const JsonStrings& strings) {
  constexpr std::array<std::string_view, 4> kMembers = {"src", "mimeType", "sizes", "theme"};
  const bool is_in_list = strings.key_at(0) == "icons" && strings.is_array_at(1);
  if (!is_in_list || !base::contains(kMembers, strings.key_at(2))) return false;
  return strings.depth() == 3 || (strings.depth() == 4 && strings.key_at(2) == "sizes" && strings.is_array_at(3));
}

/// Members that models do not read are left out.
bool is_read(const JsonStrings& strings) {
  return strings.key_at(0) != "_meta" && !is_of_icon(strings);
}

TextRole role_of(CatalogItemKind kind, const JsonStrings& strings) {
  const std::string_view key = strings.last_key();
  if (strings.kind() == JsonStrings::Kind::key) return TextRole::name;
  if (strings.depth() == 1 && key == "name") return TextRole::name;
  if (kind == CatalogItemKind::tool && is_schema_pattern(strings)) return TextRole::pattern;
  const bool is_value = key == "enum" || key == "default" || key == "const" || key == "examples" || key == "example";
  return is_value ? TextRole::value : TextRole::prose;
}

/// Characters that people do not see are looked for in all of an item, and sentences in so much of it.
constexpr std::size_t kMaxReadBytes = 4UL * 1024 * 1024;

/// `left`: the bytes in which sentences are looked for yet.
void scan_text(const ScannedText& text, std::size_t& left, FindingList& findings) {
  find_hidden_characters(text, findings);
  find_deceiving_letters(text, findings);
  find_text_out_of_sight(text, findings);
  if (text.text.size() > left) {
    left = 0;
    findings.add(Severity::warn, "too-long", "is in an item with so much text that only its beginning was read",
                 text.text);
    return;
  }
  left -= text.text.size();
  const std::string normal = normal_text(text.text);
  find_directives(text, normal, findings);
  find_shell_commands(text, normal, findings);
  find_payloads(text, normal, findings);
  find_live_secrets(text, findings);
}

/// What JsonStrings passes of a tool.
void note_capability(const JsonStrings& strings, Capabilities& tool) {
  const bool is_string = strings.kind() == JsonStrings::Kind::string;
  if (strings.depth() == 1 && is_string && strings.key_at(0) == "name") tool.name = strings.text();
  if (strings.depth() == 1 && is_string && strings.key_at(0) == "description") tool.description = strings.text();
  if (strings.depth() == 2 && strings.key_at(0) == "annotations" && strings.key_at(1) == "readOnlyHint") {
    if (strings.kind() == JsonStrings::Kind::other) tool.says_read_only = strings.text() == "true";
  }
  const bool is_parameter = strings.depth() == 3 && strings.kind() == JsonStrings::Kind::key &&
                            strings.key_at(0) == "inputSchema" && strings.key_at(1) == "properties";
  if (is_parameter) tool.parameters.emplace_back(strings.text());
}

/// Several directives of different kinds in one item are not an accident.
void raise_combined(std::vector<ScanFinding>& findings) {
  constexpr std::array<std::string_view, 4> kDirectives = {"secrecy", "override", "sensitive-file", "exfiltration"};
  std::set<std::string_view> rules;
  for (const ScanFinding& finding : findings) {
    if (base::contains(kDirectives, finding.rule)) rules.insert(finding.rule);
  }
  if (rules.size() < 2) return;
  for (ScanFinding& finding : findings) {
    if (base::contains(kDirectives, finding.rule)) finding.severity = Severity::critical;
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const ScanFinding& a, const ScanFinding& b) { return a.severity > b.severity; });
}

}  // namespace

std::vector<ScanFinding> scan(CatalogItemKind kind, const Json& definition) {
  if (kind == CatalogItemKind::start) return {};
  FindingList findings;
  Capabilities tool;
  std::size_t left = kMaxReadBytes;
  for (JsonStrings strings(definition.text()); strings.next();) {
    if (kind == CatalogItemKind::tool) note_capability(strings, tool);
    if (strings.kind() == JsonStrings::Kind::other || strings.text().empty() || !is_read(strings)) continue;
    findings.move_to(strings.path());
    scan_text({role_of(kind, strings), strings.text()}, left, findings);
  }
  if (kind == CatalogItemKind::tool) find_capability_mismatches(tool, findings);
  std::vector<ScanFinding> found = findings.take();
  raise_combined(found);
  return found;
}

std::string line_of(const ScanFinding& finding) {
  const std::string where = finding.where.empty() ? "the text" : finding.where;
  return where + " " + finding.sentence + ": '" + finding.seen + "' (" + std::string(finding.rule) + ", " +
         std::string(name_of(finding.severity)) + ")";
}

}  // namespace workbench::scan
