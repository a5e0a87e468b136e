#include "client_files/file_findings.hpp"

#include <algorithm>
#include <utility>

namespace workbench::client_files {

void FileFindings::add(config::Finding::Severity severity, std::size_t offset, std::string_view path,
                       std::string_view what) {
  const json::LineColumn at = lines_.at(offset);
  std::string text = file_.string() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
  if (!path.empty()) text.append(path).append(": ");
  placed_.push_back({offset, {severity, text.append(what)}});
}

std::vector<config::Finding> FileFindings::extract() {
  std::stable_sort(placed_.begin(), placed_.end(),
                   [](const Placed& a, const Placed& b) { return a.offset < b.offset; });
  std::vector<config::Finding> findings;
  for (Placed& placed : placed_) findings.push_back(std::move(placed.finding));
  placed_.clear();
  return findings;
}

}  // namespace workbench::client_files
