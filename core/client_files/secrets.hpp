#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "client_files/server.hpp"
#include "config/variables.hpp"

namespace workbench::client_files {

/// Whether a value under this name (of a variable, a header, an option) is one to keep from others. A reference to a
/// variable, a path, a number and a word such as "true" are not.
[[nodiscard]] bool is_secret(std::string_view name, std::string_view value);

/// Whether a text alone looks like a key: known beginnings ("ghp_", "sk-"), or many different characters at random.
[[nodiscard]] bool looks_like_a_key(std::string_view text);

/// Takes the secrets out of server entries: `${NAME}` stays in their place, and the values come into a file of
/// `NAME=value` lines.
class Secrets {
 public:
  /// `environment`: variables that are set need no line.
  explicit Secrets(config::Environment environment) : environment_(std::move(environment)) {}

  /// Before the first extract(): a name that an entry refers to already is not used for another value.
  void reserve_names_in(const Server& server);

  /// Values of `env` and `headers`, options such as `--api-key=...` and `--token ...`, passwords and keys in URLs.
  void extract(Server& server);

  /// Afterwards: adds an empty line for each variable that the entry refers to, that has no default and that is set
  /// nowhere. Returns their names.
  std::vector<std::string> add_missing(const Server& server);

  /// What a person is told about a variable, if anything.
  void describe(std::string name, std::string description) { descriptions_[std::move(name)] = std::move(description); }

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] const TextMap& values() const { return lines_; }

  /// The file. `shows_values`: false for showing it to somebody.
  [[nodiscard]] std::string file_text(bool shows_values = true) const;

  /// `text` with every secret in it replaced.
  [[nodiscard]] std::string hidden_in(std::string text) const;

 private:
  std::string name_for(const std::string& preferred, const std::string& server, const std::string& value);
  std::string moved(const std::string& preferred, const Server& server, std::string_view value);
  void extract_from_arguments(Server& server);
  std::string without_credentials(std::string_view url, const Server& server);

  config::Environment environment_;
  TextMap lines_;
  std::set<std::string> reserved_;
  std::map<std::string, std::string> descriptions_;
};

}  // namespace workbench::client_files
