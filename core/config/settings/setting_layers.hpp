#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/settings/property_lines.hpp"
#include "config/toolboxes_file/read_config.hpp"

namespace workbench::config {

/// Where a setting was set: for messages, and for putting them in order.
struct SettingPlace {
  int layer = 0;
  std::size_t line = 0;
  std::string text;              ///< `FILE:LINE: KEY`, `WORKBENCH_LOG_LEVEL`, `-D KEY`
  std::filesystem::path folder;  ///< of the properties file; empty: not from one
};

/// The value of the highest layer that sets a key.
struct LayeredValue {
  std::string text;      ///< variables replaced
  std::string spelling;  ///< as it was written
  SettingPlace place;
};

/// The layers of settings, each over the one before, in the order in which they are added. Keys that there are not and
/// lines that say nothing are reported and left out.
class SettingLayers {
 public:
  SettingLayers();
  ~SettingLayers();
  SettingLayers(const SettingLayers&) = delete;
  SettingLayers& operator=(const SettingLayers&) = delete;

  void add_defaults();
  /// `${VAR}` in the values is replaced, as in the toolboxes file. Nowhere else: a shell has done that already.
  void add_properties(const std::filesystem::path& file, const Environment& environment);
  /// An empty variable counts as one that is not set.
  void add_environment(const Environment& environment);
  void add_command_line(const std::map<std::string, std::string>& settings);

  [[nodiscard]] std::optional<LayeredValue> find(const std::string& key) const;
  [[nodiscard]] std::vector<std::string> listener_keys() const;  ///< sorted

  void report(Finding::Severity severity, const SettingPlace& place, const std::string& what);
  /// All findings: first the properties file's, by line, then the environment's, then the command line's.
  [[nodiscard]] std::vector<Finding> handle_findings();

 private:
  struct Layers;  // Poco's
  bool accept_key(const std::string& key, const SettingPlace& place);
  void add_layer(const std::map<std::string, std::string>& values);
  void read_properties(const std::filesystem::path& file, const std::string& text, const Environment& environment);
  std::vector<PropertyLine> usable_lines(const std::filesystem::path& file, const std::string& text);

  std::unique_ptr<Layers> layers_;
  std::map<std::string, SettingPlace> locations_;  ///< by key, of the layer that wins
  std::map<std::string, std::string> spellings_;   ///< where the value had variables
  std::vector<std::pair<SettingPlace, Finding>> findings_;
};

}  // namespace workbench::config
