#include "scan/finding.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"

namespace workbench::scan {
namespace {

/// Before it is made visible, which can make it eight times as long.
constexpr std::size_t kMaxTakenBytes = 2 * kMaxSeenBytes;

std::string shown(std::string_view seen) {
  return base::shortened(base::visible_line(base::up_to_character(seen, kMaxTakenBytes)), kMaxSeenBytes);
}

}  // namespace

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::info: return "info";
    case Severity::warn: return "warn";
    case Severity::critical: break;
  }
  return "critical";
}

void FindingList::add(Severity severity, std::string_view rule, std::string_view sentence, std::string_view seen,
                      bool may_withhold) {
  const auto same = std::find_if(findings_.begin(), findings_.end(), [&](const ScanFinding& finding) {
    return finding.rule == rule && finding.where == where_;
  });
  ScanFinding found{severity, rule, where_, std::string(sentence), shown(seen), may_withhold};
  if (same != findings_.end()) {
    if (severity > same->severity) *same = std::move(found);
    return;
  }
  if (findings_.size() < kMaxFindings) return findings_.push_back(std::move(found));
  const auto least =
      std::min_element(findings_.begin(), findings_.end(),
                       [](const ScanFinding& a, const ScanFinding& b) { return a.severity < b.severity; });
  if (severity > least->severity) *least = std::move(found);
}

std::vector<ScanFinding> FindingList::take() {
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](const ScanFinding& a, const ScanFinding& b) { return a.severity > b.severity; });
  return std::exchange(findings_, {});
}

}  // namespace workbench::scan
