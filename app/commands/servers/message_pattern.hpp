#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::app {

/// What a message looks like, as one line of a table:
///
///     ^cannot start '<program>': it was not found | plugin '...' is at fault
///
/// ` | ` separates alternatives, `...` stands for any text, and `^` for the beginning of the message, after what a log
/// or the workbench writes in front of it. One `<kind>` in an alternative is found and returned, if it is what the kind
/// allows:
///
///     <path>      whatever can be seen, in one line
///     <name>      the same, but no longer than a name is
///     <program>   letters, digits and . _ + @ -, beginning with none of these signs
///     <word>      letters, digits and _
///     <number>    digits
///     <duration>  "1.5 s", "250 ms"
///     <variable>  is alone: the variable of the environment that the words of a program say they lack
///
/// Matching takes time linear in the length of the text.
class MessagePattern {
 public:
  constexpr explicit MessagePattern(const char* pattern) : pattern_(pattern) {}

  /// What was found for the `<kind>`, or an empty text if there is none. Absent: the message looks otherwise.
  [[nodiscard]] std::optional<std::string> match(std::string_view text) const;

  [[nodiscard]] constexpr std::string_view text() const { return pattern_; }

 private:
  const char* pattern_;
};

/// The name of the variable that `words` say is missing or has to be set: "GITHUB_TOKEN is required", "please set
/// BRAVE_API_KEY". Absent: none.
[[nodiscard]] std::optional<std::string> missing_variable(std::string_view words);

/// The message without what a log or the workbench writes in front of it: time, level and source, or whose it is.
[[nodiscard]] std::string_view without_prefixes(std::string_view message);

}  // namespace workbench::app
