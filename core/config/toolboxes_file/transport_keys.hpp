#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// The keys of a server entry that its transport describes, as the resulting options. Errors are reported;
/// the options then have only what could be read.
class TransportKeys {
 public:
  /// `transport` is registered. `entry` is the whole entry. `options` receives the options. All of them outlive this.
  TransportKeys(const std::string& transport, const JsonNode& entry, Options& options, Reading& reading);

  /// Reads a key if it is an option, or a group of them: options are described as members of the object `name` if
  /// "oauth.clientId" is "clientId" of "oauth". False: it is neither.
  [[nodiscard]] bool read(const std::string& name, const JsonNode& node);

  /// Reports an unknown key, with the probably intended one.
  void report_unknown(const std::string& name, const JsonNode& node);

  /// Reports required options that are missing. To be called when all keys have been read.
  void check_required() const;

  /// Reports errors in the options that only the transport can find, after all others have been found; and its doubts,
  /// if `may_doubt`.
  void check_by_transport(bool may_doubt) const;

  [[nodiscard]] const std::vector<OptionDescription>& descriptions() const { return descriptions_; }
  /// See ServerEntry::written.
  [[nodiscard]] const std::map<std::string, Options::Value>& written() const { return written_; }
  [[nodiscard]] bool has_option(std::string_view name) const;
  /// Whether servers get the variables of an option `env`.
  [[nodiscard]] bool takes_env() const;

 private:
  void set_option(const std::string& name, const JsonNode& node, const OptionDescription& description);
  [[nodiscard]] bool has_members(const std::string& name) const;
  void read_group(const std::string& name, const JsonNode& node);
  [[nodiscard]] std::vector<std::string> members_of_group(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> known_keys() const;
  [[nodiscard]] std::optional<std::string> transport_with(const std::string& option) const;
  [[nodiscard]] std::string path_of(const OptionError& error) const;

  const std::string& transport_;
  const JsonNode& entry_;
  Options& options_;
  Reading& reading_;
  const std::vector<OptionDescription>& descriptions_;
  std::map<std::string, Options::Value> written_;
  std::vector<std::string> suggested_;  ///< for misspelled keys, so that they are not reported as missing
  bool is_for_another_transport_ = false;
};

}  // namespace workbench::config
