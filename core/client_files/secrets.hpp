#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "client_files/secret_patterns.hpp"
#include "client_files/written_server.hpp"
#include "config/variables.hpp"

namespace workbench::client_files {

/// Moves the secrets of server entries into a file of `NAME=value` lines, and leaves `${NAME}` in their places in the
/// entries.
class Secrets {
 public:
  /// `environment`: variables that are set need no line.
  explicit Secrets(config::Environment environment) : environment_(std::move(environment)) {}

  /// Before the first extract(): a name that an entry already refers to is not used for another value.
  void reserve_names_in(const WrittenServer& server);

  /// Everything that secrets_in() finds in the texts of the entry. The server gets the same values, to the byte.
  void extract(WrittenServer& server);

  /// Afterwards: adds an empty line for each variable that the entry refers to, that has no default and that is set
  /// nowhere. Returns their names.
  std::vector<std::string> add_missing(const WrittenServer& server);

  /// What the user is told about a variable, if anything.
  void describe(std::string name, std::string description) { descriptions_[std::move(name)] = std::move(description); }

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] const TextMap& values() const { return lines_; }

  /// The file. `shows_values`: false if the text is only shown.
  [[nodiscard]] std::string file_text(bool shows_values = true) const;

  /// `text`, a file of any format, with every secret in it replaced: the values here, however they are written there,
  /// and everything that looks like a secret.
  [[nodiscard]] std::string hidden_in(std::string text) const;

 private:
  std::string name_for(const std::string& preferred, const std::string& server, const std::string& value);
  std::string moved(const std::string& preferred, const WrittenServer& server, std::string_view value);
  /// Whether a text is part of the toolboxes file as it is, or written there as a string.
  enum class Writing { json, text };
  void extract_from(std::string& text, std::string_view name, const std::string& variable, const WrittenServer& server,
                    Writing writing = Writing::text);
  void extract_from_arguments(WrittenServer& server);

  config::Environment environment_;
  TextMap lines_;
  std::set<std::string> reserved_;
  std::map<std::string, std::string> descriptions_;
};

}  // namespace workbench::client_files
