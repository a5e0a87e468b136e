#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "client_files/document.hpp"
#include "config/config_file.hpp"
#include "json/line_index.hpp"

namespace workbench::client_files {

/// Collects the findings about one file, each with its line. The file's text must outlive it.
class FileFindings {
 public:
  FileFindings(std::filesystem::path file, std::string_view text) : file_(std::move(file)), text_(text), lines_(text) {}

  /// `what` has the form `what is wrong; what to do`, and never contains a value that may be a secret.
  void error(std::size_t offset, std::string_view path, std::string_view what) {
    errors_.emplace_back(what);
    add(config::Finding::Severity::error, offset, path, what);
  }
  void note(std::size_t offset, std::string_view path, std::string_view what) {
    add(config::Finding::Severity::note, offset, path, what);
  }

  /// How many there were so far.
  [[nodiscard]] std::size_t errors() const { return errors_.size(); }
  /// One of them, without its place.
  [[nodiscard]] const std::string& what_of_error(std::size_t index) const { return errors_.at(index); }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

  /// All findings, in the order of the file.
  [[nodiscard]] std::vector<config::Finding> extract();

 private:
  void add(config::Finding::Severity severity, std::size_t offset, std::string_view path, std::string_view what);

  struct Placed {
    std::size_t offset;
    config::Finding finding;
  };
  const std::filesystem::path file_;
  const std::string_view text_;
  const json::LineIndex lines_;
  std::vector<Placed> placed_;
  std::vector<std::string> errors_;
};

}  // namespace workbench::client_files
