#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workbench {

/// The types that an option can have.
enum class OptionType {
  text,    ///< a JSON string
  path,    ///< the same: a file or folder; a relative one becomes absolute, from the folder of the configuration file
  number,  ///< a JSON integer, in the unit that the description names
  flag,    ///< true or false
  text_list,   ///< an array of strings
  text_map,    ///< an object whose values are strings
  number_map,  ///< an object whose values are JSON integers
  /// An array of objects {"from": ..., "to": ..., "write": ...}, what a container sees of this machine: its value is a
  /// TextList, three texts for each. `from` is a path as above, `to` is as written, and the third is `write` or `read`.
  mount_list,
};

/// Describes one option, so that the host can check it, suggest it for a misspelt one, and document it.
struct OptionDescription {
  std::string name;
  OptionType type = OptionType::text;
  bool required = false;
  std::string description;  ///< one sentence, with the unit and the default
  /// In a transport, a text_list: the variables of the workbench's environment that the server sees. (The host replaces
  /// `A_*` by all that begin so.) In others, a text: a variable with a secret, which servers do not get through `*`.
  bool names_variables = false;
};

/// An error in an option. The host adds its location in the configuration file.
struct OptionError {
  std::string option;   ///< its name; empty: the options as a whole
  std::string message;  ///< what is wrong and what to do, as the end of a sentence that begins with the option's name
};

/// The options of one configured server, or of another object of a plugin: the values of the configuration under the
/// names that the plugin described, types already checked, `${VAR}` already replaced.
class Options {
 public:
  using TextList = std::vector<std::string>;
  using TextMap = std::vector<std::pair<std::string, std::string>>;  // in the order of the file
  using NumberMap = std::vector<std::pair<std::string, std::int64_t>>;
  using Value = std::variant<std::string, std::int64_t, bool, TextList, TextMap, NumberMap>;

  void set(std::string name, Value value) { values_.insert_or_assign(std::move(name), std::move(value)); }

  [[nodiscard]] bool has(std::string_view name) const { return values_.find(name) != values_.end(); }

  /// Each: the value, or `fallback` (an empty list or map) if the option is absent, or was described with another type.
  [[nodiscard]] std::string text(std::string_view name, std::string fallback = {}) const {
    return get<std::string>(name).value_or(std::move(fallback));
  }
  [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t fallback) const {
    return get<std::int64_t>(name).value_or(fallback);
  }
  [[nodiscard]] bool flag(std::string_view name, bool fallback) const { return get<bool>(name).value_or(fallback); }
  [[nodiscard]] TextList text_list(std::string_view name) const { return get<TextList>(name).value_or(TextList{}); }
  [[nodiscard]] TextMap text_map(std::string_view name) const { return get<TextMap>(name).value_or(TextMap{}); }

  [[nodiscard]] NumberMap number_map(std::string_view name) const { return get<NumberMap>(name).value_or(NumberMap{}); }

  /// Calls `function(name, value)` for every option, by name; it may change the value.
  template <typename Function>
  void for_each(Function function) {
    for (auto& [name, value] : values_) function(name, value);
  }

  [[nodiscard]] bool operator==(const Options&) const = default;

 private:
  template <typename T>
  [[nodiscard]] std::optional<T> get(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return std::nullopt;
    const T* value = std::get_if<T>(&found->second);
    return value == nullptr ? std::nullopt : std::optional<T>(*value);
  }

  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace workbench
