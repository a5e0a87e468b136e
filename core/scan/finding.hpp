#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::scan {

enum class Severity {
  info,      ///< worth knowing, and common in harmless texts
  warn,      ///< a person should look at it
  critical,  ///< harmless texts do not have it
};

/// "info", "warn" or "critical".
[[nodiscard]] std::string_view name_of(Severity severity);

/// What was found in one string of an item.
struct ScanFinding {
  Severity severity;
  std::string_view rule;  ///< the id of its kind, one of docs/operate/lock-and-approvals.md; lives forever
  std::string where;      ///< the string in the item: "inputSchema.properties.path.description"
  std::string sentence;   ///< what is wrong and what to look at; has no text of the server
  std::string seen;       ///< the text of the server that it is about: visible, one line, at most kMaxSeenBytes
  /// Whether the item may be withheld without a person's decision: it has hidden text, or text that is to be decoded.
  bool may_withhold;
};

inline constexpr std::size_t kMaxSeenBytes = 160;

/// The findings about one item: one for each rule and place, the most severe, and no more than a person reads.
class FindingList {
 public:
  static constexpr std::size_t kMaxFindings = 64;

  /// Findings that follow are about this string.
  void move_to(std::string where) { where_ = std::move(where); }

  /// `seen` is made visible and shortened.
  void add(Severity severity, std::string_view rule, std::string_view sentence, std::string_view seen,
           bool may_withhold = false);

  [[nodiscard]] std::size_t size() const { return findings_.size(); }
  /// The most severe first. The list is empty afterwards.
  [[nodiscard]] std::vector<ScanFinding> take();

 private:
  std::string where_;
  std::vector<ScanFinding> findings_;
};

}  // namespace workbench::scan
