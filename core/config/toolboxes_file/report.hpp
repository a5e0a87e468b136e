#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config_file.hpp"
#include "config/toolboxes_file/entry_troubles.hpp"
#include "json/line_index.hpp"
#include "json/source_locations.hpp"

namespace workbench::config {

/// Collects the findings about one JSON file and puts them in the order of the file. A finding about a path points at
/// its key; a finding about something missing, at the key of the object that should contain it. Findings about a
/// duplicate and what is inside it are left out, except by duplicate_at(): the value is the last one's, the location
/// the first one's. If there are very many findings, the first are kept, and a last one has the number of the rest.
/// `text` and `locations` must outlive the report.
class Report {
 public:
  Report(const std::filesystem::path& file, std::string_view text, const json::SourceLocations& locations);

  /// `what` has the form `what is wrong; what to do`. Whether it is an error of the file or of one entry depends on the
  /// path: see EntryTroubles.
  void error(const std::string& path, std::string_view what);
  /// While this is set, errors are reported as notes: what is read is not used.
  void set_unused(bool is_unused) { is_unused_ = is_unused; }
  void note(const std::string& path, std::string_view what);
  /// For a finding without a path.
  void note_at(std::size_t offset, std::string_view what);
  /// For a path that occurs twice, at the offset of the later one.
  void duplicate_at(std::size_t offset, const std::string& path, std::string_view what);

  /// Whether the file cannot be used.
  [[nodiscard]] bool has_errors() const noexcept { return errors_of_file_ > 0; }
  /// The number of errors so far, those of entries included.
  [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
  /// Why the entry at this path cannot be used; absent: it can.
  [[nodiscard]] std::optional<std::string> trouble_of(const std::string& entry) const {
    return troubles_.reason(entry);
  }

  /// The number of the line with the byte at `offset`.
  [[nodiscard]] std::size_t line_of(std::size_t offset) const { return lines_.at(offset).line; }

  /// All findings, in the order of the file; the report is empty after that.
  [[nodiscard]] std::vector<Finding> extract_findings();

 private:
  struct Placed {
    std::size_t offset = 0;
    Finding finding;
  };
  void add(Finding::Severity severity, const std::string& path, std::string_view what);
  /// Whether there is room for one more; counts the findings without room.
  [[nodiscard]] bool has_room();
  [[nodiscard]] std::string location_of(std::size_t offset) const;
  void add_at(Finding::Severity severity, std::size_t offset, const std::string& path, std::string_view what);
  /// The severity of an error at this path.
  [[nodiscard]] Finding::Severity count_error(std::string_view path, std::string_view what);

  const std::string file_;
  const json::LineIndex lines_;
  const json::SourceLocations& locations_;
  std::vector<Placed> placed_;
  EntryTroubles troubles_;
  std::size_t errors_ = 0;
  std::size_t errors_of_file_ = 0;
  std::size_t left_out_ = 0;
  bool is_unused_ = false;
};

}  // namespace workbench::config
