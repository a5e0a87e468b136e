#pragma once

#include <optional>
#include <string>
#include <vector>

#include <workbench/json.hpp>

#include "scan/finding.hpp"

namespace scan_test {

/// One sample of a file of corpus/: {"kind": ..., and one of "tool", "prompt", "resource", "instructions", "catalog"}.
struct Sample {
  std::string kind;
  std::string text;  ///< the line
  std::vector<workbench::scan::ScanFinding> findings;

  /// Absent: nothing was found.
  [[nodiscard]] std::optional<workbench::scan::Severity> worst() const;
};

/// The whole file. Throws std::runtime_error, which names it.
[[nodiscard]] workbench::Json read_json(const std::string& path);

/// The samples of a file, scanned.
[[nodiscard]] std::vector<Sample> scanned_samples(const std::string& path);

/// The tools of {"servers": [{"server": ..., "tools": [...]}]}, scanned alone and with each other; `text` of a sample
/// is server/tool.
[[nodiscard]] std::vector<Sample> scanned_servers(const std::string& path);

/// How many have at least this severity.
[[nodiscard]] std::size_t count_of(const std::vector<Sample>& samples, workbench::scan::Severity least);

/// What a person reads of the findings.
[[nodiscard]] std::string lines_of(const Sample& sample);

}  // namespace scan_test
