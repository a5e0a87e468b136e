// Scanning any text of a server ends, and its findings are fit for a person: few, short and visible. The same text has
// the same findings. The first byte of the input is the kind of the item; what follows is a definition if it is JSON,
// and otherwise the characters of a description.

#include "base/visible_text.hpp"
#include "fuzzing.hpp"
#include "json/escape.hpp"
#include "json/scanner_json_access.hpp"
#include "scan/catalog_scan.hpp"
#include "scan/json_strings.hpp"
#include "scan/scan.hpp"

namespace {

using namespace workbench;
using fuzzing::require;

void check(const scan::ScanFinding& finding, std::string_view text) {
  require(finding.seen.size() <= scan::kMaxSeenBytes, "little is shown of the text", text);
  require(base::is_visible(finding.seen, base::HiddenCharacters::Breaks::hidden), "what is shown is visible", text);
  require(finding.where.size() <= scan::JsonStrings::kMaxPathBytes, "the place is short", finding.where);
  require(base::is_visible(finding.where, base::HiddenCharacters::Breaks::hidden), "the place is visible",
          finding.where);
  require(!finding.sentence.empty() && !finding.rule.empty(), "there is a sentence", text);
  require(!finding.may_withhold || finding.severity == scan::Severity::critical, "only what is critical withholds",
          text);
}

void check_item(CatalogItemKind kind, const Json& definition) {
  const auto findings = scan::scan(kind, definition);
  require(findings.size() <= scan::FindingList::kMaxFindings, "a person can read them", definition.text());
  for (const scan::ScanFinding& finding : findings) check(finding, definition.text());
  require(scan::scan(kind, definition).size() == findings.size(), "it depends on the text alone", definition.text());
}

void check_catalog(const std::string& text) {
  const std::vector<scan::CatalogTool> tools = {
      {"a", text.substr(0, 16), text}, {"b", text.substr(0, 17), text}, {"c", "read_file", "Reads."}};
  for (const scan::CatalogFinding& found : scan::scan_catalog(tools)) {
    require(found.tool < tools.size(), "it is about one of the tools", text);
    check(found.finding, text);
  }
}

/// Of what is no JSON it yields something, and ends.
void check_any_text(std::string_view text) {
  scan::JsonStrings strings(text);
  std::size_t count = 0;
  while (strings.next()) ++count;
  require(count <= text.size(), "each value takes a byte", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const json::ScannerJsonAccess access(200);
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t choice = fuzzing::take_byte(input);
  check_any_text(input);
  const auto kind = static_cast<CatalogItemKind>(choice % 6U);
  const auto definition = access.checked(std::string(input));
  if (definition) check_item(kind, *definition);
  const Json quoted(access.quoted(input));
  check_item(kind,
             Json("{\"name\":" + fuzzing::text_of(quoted) + ",\"description\":" + fuzzing::text_of(quoted) + "}"));
  const auto characters = access.characters(quoted);
  if (characters) check_catalog(*characters);
  return 0;
}
