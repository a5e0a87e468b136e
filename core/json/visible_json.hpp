#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace workbench::json {

/// A JSON text for people: characters that base::visible_text() calls hidden are written in JSON's own escapes,
/// so that every value stays what it is.
[[nodiscard]] std::string visible_json(std::string_view text);

/// A value in which hidden characters of strings, keys included, have been written out.
struct VisibleJson {
  static constexpr std::size_t kMaxShown = 1000;

  Json value;  ///< shares the text of the original if nothing was hidden
  /// The originals of the first kMaxShown strings that have changed, by what each became. Empty: none has.
  std::map<std::string, std::string> shown;
};

/// A checked value for a model, which sees the characters of its strings: each string as base::visible_text()
/// has it. The rest stays to the byte. Takes linear time, does not recurse. [any thread]
[[nodiscard]] VisibleJson with_visible_strings(const Json& value);

/// The reverse, for what a model sends back: strings of `value`, keys included, that as a whole are a key of `shown`
/// get their original characters. The rest stays to the byte.
[[nodiscard]] Json with_hidden_strings(const Json& value, const std::map<std::string, std::string>& shown);

}  // namespace workbench::json
