#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/read_config.hpp"
#include "json/source_locations.hpp"

namespace workbench::config {

/// Collects what is found in one JSON file and puts it in the order of the file. The text and its places must outlive
/// it. A finding about a path is about its key; about something that is missing, the key of the object it misses in.
/// Findings about duplicates and what is in them are left out, except those that say so: the value is that of the last
/// one, the place that of the first.
class Report {
 public:
  Report(const std::filesystem::path& file, std::string_view text, const json::SourceLocations& locations);

  /// `what` is `what is wrong; what to do`.
  void error(const std::string& path, std::string_view what);
  void note(const std::string& path, std::string_view what);
  /// For a path that occurs twice, at the byte of the later one.
  void duplicate_at(std::size_t offset, const std::string& path, std::string_view what);

  [[nodiscard]] bool has_errors() const noexcept { return errors_ > 0; }
  /// How many there are so far.
  [[nodiscard]] std::size_t errors() const noexcept { return errors_; }

  /// All findings, in the order of the file.
  [[nodiscard]] std::vector<Finding> take();

 private:
  struct Placed {
    std::size_t offset = 0;
    Finding finding;
  };
  void add(Finding::Severity severity, const std::string& path, std::string_view what);
  void add_at(Finding::Severity severity, std::size_t offset, const std::string& path, std::string_view what);

  const std::string file_;
  const std::string_view text_;
  const json::SourceLocations& locations_;
  std::vector<Placed> placed_;
  std::size_t errors_ = 0;
};

/// `FILE:LINE:COLUMN: `
[[nodiscard]] std::string place_in(const std::string& file, std::string_view text, std::size_t offset);

}  // namespace workbench::config
