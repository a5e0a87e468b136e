#include "config/toolboxes_file/report.hpp"

#include <algorithm>
#include <utility>

#include "config/toolboxes_file/json_file.hpp"

namespace workbench::config {
namespace {

constexpr std::size_t kMaxFindings = 1'000;

bool is_within(std::string_view path, std::string_view outer) {
  if (path.substr(0, outer.size()) != outer) return false;
  return path.size() == outer.size() || path[outer.size()] == '.' || path[outer.size()] == '[';
}

}  // namespace

Report::Report(const std::filesystem::path& file, std::string_view text, const json::SourceLocations& locations)
    : file_(file.string()), lines_(text), locations_(locations) {}

void Report::error(const std::string& path, std::string_view what) {
  add(is_unused_ ? Finding::Severity::note : Finding::Severity::error, path, what);
}

void Report::note(const std::string& path, std::string_view what) {
  add(Finding::Severity::note, path, what);
}

void Report::duplicate_at(std::size_t offset, const std::string& path, std::string_view what) {
  add_at(Finding::Severity::error, offset, path, what);
}

void Report::note_at(std::size_t offset, std::string_view what) {
  if (!has_room()) return;
  placed_.push_back({offset, {Finding::Severity::note, location_of(offset).append(what), std::string(what)}});
}

bool Report::has_room() {
  if (placed_.size() < kMaxFindings) return true;
  ++left_out_;
  return false;
}

std::string Report::location_of(std::size_t offset) const {
  const json::LineColumn place = lines_.at(offset);
  return file_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
}

void Report::add(Finding::Severity severity, const std::string& path, std::string_view what) {
  const auto& duplicates = locations_.duplicates();
  const auto contains_it = [&](const json::SourceLocations::Duplicate& duplicate) {
    return is_within(path, duplicate.path);
  };
  if (std::any_of(duplicates.begin(), duplicates.end(), contains_it)) return;
  add_at(severity, locations_.offset_of(path).value_or(0), path, what);
}

void Report::add_at(Finding::Severity severity, std::size_t offset, const std::string& path, std::string_view what) {
  if (severity == Finding::Severity::error) severity = count_error(path, what);
  if (!has_room()) return;
  std::string text = location_of(offset).append(path).append(": ").append(what);
  placed_.push_back({offset, {severity, std::move(text), std::string(what)}});
}

Finding::Severity Report::count_error(std::string_view path, std::string_view what) {
  ++errors_;
  if (troubles_.add(path, what)) return Finding::Severity::entry_error;
  ++errors_of_file_;
  return Finding::Severity::error;
}

std::vector<Finding> Report::extract_findings() {
  std::stable_sort(placed_.begin(), placed_.end(),
                   [](const Placed& a, const Placed& b) { return a.offset < b.offset; });
  std::vector<Finding> findings;
  for (Placed& placed : placed_) findings.push_back(std::move(placed.finding));
  placed_.clear();
  if (left_out_ != 0) {
    const auto of_entries = errors_ != 0 ? Finding::Severity::entry_error : Finding::Severity::note;
    const auto severity = errors_of_file_ != 0 ? Finding::Severity::error : of_entries;
    findings.push_back({severity, file_ + ": has " + std::to_string(std::exchange(left_out_, 0)) +
                                      " further findings that are not shown; correct these first"});
  }
  return findings;
}

}  // namespace workbench::config
