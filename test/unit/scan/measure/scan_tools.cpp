// `scan_tools FILE [--samples]`: what the scanner finds in the tools of a file {"servers": [...]}, or in the samples of
// a corpus, with the figures of docs/operate/lock-and-approvals.md. Exits with 1 if a tool has a critical finding, or
// more than 2 % of the tools have a warning; of samples, it only shows.
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>

#include "../samples.hpp"

namespace {

using workbench::scan::Severity;

/// Returns whether the limits hold.
bool report_servers(const std::vector<scan_test::Sample>& tools) {
  std::size_t warned = 0;
  std::size_t critical = 0;
  std::map<std::string, std::size_t> rules;
  for (const scan_test::Sample& tool : tools) {
    const auto worst = tool.worst();
    if (!worst) continue;
    for (const auto& finding : tool.findings)
      ++rules[std::string(finding.rule) + ", " + std::string(name_of(finding.severity))];
    if (*worst == Severity::info) continue;
    std::printf("%s", scan_test::lines_of(tool).c_str());
    *worst == Severity::warn ? ++warned : ++critical;
  }
  for (const auto& [rule, count] : rules) std::printf("%6zu %s\n", count, rule.c_str());
  const double share = tools.empty() ? 0 : 100.0 * static_cast<double>(warned) / static_cast<double>(tools.size());
  std::printf("%zu items: %zu critical, %zu with a warning (%.1f %%)\n", tools.size(), critical, warned, share);
  return !tools.empty() && critical == 0 && share <= 2;
}

void report_samples(const std::vector<scan_test::Sample>& samples) {
  for (const scan_test::Sample& sample : samples) {
    const auto worst = sample.worst();
    if (!worst || *worst == Severity::info) std::printf("not found: %s", scan_test::lines_of(sample).c_str());
  }
  const std::size_t found = scan_test::count_of(samples, Severity::warn);
  std::printf("%zu samples: %zu found (%.3f), %zu of them critical\n", samples.size(), found,
              static_cast<double>(found) / static_cast<double>(samples.size()),
              scan_test::count_of(samples, Severity::critical));
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count < 2) throw std::runtime_error("usage: scan_tools FILE [--samples]");
    if (count > 2) {
      report_samples(scan_test::scanned_samples(arguments[1]));
      return 0;
    }
    return report_servers(scan_test::scanned_servers(arguments[1])) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scan_tools: %s\n", error.what());
    return 2;
  }
}
