#include "scan_review.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "scan/scan.hpp"

namespace workbench::scan_plugin {
namespace {

/// A line of a log has the worst; `doctor` shows all.
constexpr std::size_t kMaxShown = 3;

std::string text_of(const std::vector<scan::ScanFinding>& findings) {
  std::string text;
  std::size_t shown = 0;
  std::size_t more = 0;
  for (const scan::ScanFinding& finding : findings) {
    if (finding.severity == scan::Severity::info) continue;
    if (shown == kMaxShown) {
      ++more;
      continue;
    }
    text.append(text.empty() ? "" : "; ").append(scan::line_of(finding));
    ++shown;
  }
  return more == 0 ? text : text + "; and " + std::to_string(more) + " more";
}

bool may_withhold(const scan::ScanFinding& finding) {
  return finding.may_withhold && finding.severity == scan::Severity::critical;
}

}  // namespace

ScanReview::ScanReview(const Options& options, Host& /*host*/)
    : withholds_(options.text("withhold", "critical") == "critical") {}

std::vector<OptionDescription> ScanReview::option_descriptions() {
  return {{"withhold", OptionType::text, false,
           "What clients do not see: `critical`, the default, items with hidden or encoded text; or `none`."}};
}

std::vector<OptionError> ScanReview::check(const Options& options) {
  const std::string chosen = options.text("withhold", "critical");
  if (chosen == "critical" || chosen == "none") return {};
  return {{"withhold", "is neither 'critical' nor 'none'; write one of them"}};
}

ReviewVerdict ScanReview::review(const ReviewedServer& /*server*/, const CatalogItem& item) {
  const std::vector<scan::ScanFinding> findings = scan::scan(item.kind, item.definition);
  std::string text = text_of(findings);
  if (text.empty()) return ReviewVerdict::admit();
  const bool is_withheld = withholds_ && std::any_of(findings.begin(), findings.end(), may_withhold);
  return is_withheld ? ReviewVerdict::withhold(std::move(text)) : ReviewVerdict::note(std::move(text));
}

std::string ScanReview::basis(const ReviewedServer& /*server*/) {
  return withholds_ ? "withholds critical" : "withholds none";
}

}  // namespace workbench::scan_plugin
