#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// The kind of a value, for messages: "array"; "undefined" for an absent one.
[[nodiscard]] std::string_view kind_name(const workbench::Json& value);

/// The definition of a meta-tool, without the line breaks that make it readable in the source.
[[nodiscard]] workbench::Json definition_from(std::string text);

/// Whether the text is empty or white space.
[[nodiscard]] bool is_blank(std::string_view text);

/// Whether a container has more than `count` elements or members. It is read no further than necessary.
[[nodiscard]] bool has_more_than(std::size_t count, const workbench::Json& container);

/// The member of an object, or absent.
[[nodiscard]] workbench::Json member_of(const workbench::Json& object, std::string_view name,
                                        const workbench::JsonAccess& json);

/// The characters (code points) of a name, or of a text that is searched for: more mean nothing to a meta-tool.
inline constexpr std::size_t kMaxCharacters = 1'000;

/// The characters of a JSON string. Absent: it is a value of another kind, or has more than `max` characters. A much
/// longer string is not read.
[[nodiscard]] std::optional<std::string> short_text(const workbench::Json& value, const workbench::JsonAccess& json,
                                                    std::size_t max = kMaxCharacters);

/// Reads the members of an object in a meta-tool's input strictly: keys that the input schema does not have are errors.
/// Errors are texts for the model; the first one is kept.
class Input {
 public:
  /// `path` is the location of the object for messages; empty for the whole input. `names` are the keys that it may
  /// have, kMaxNames at most. An absent object counts as one without members. The strings and `json` must outlive this
  /// object.
  Input(const workbench::JsonAccess& json, const workbench::Json& object, std::string_view path,
        std::initializer_list<std::string_view> names);

  static constexpr std::size_t kMaxNames = 5;

  /// The characters of a string; empty if the member is absent. Any other type is an error, and so is a string of more
  /// than `max` characters.
  [[nodiscard]] std::string characters(std::string_view name, std::size_t max = kMaxCharacters);

  /// The same for a string that must not be missing, empty or blank.
  [[nodiscard]] std::string name(std::string_view name, std::size_t max = kMaxCharacters);

  /// A whole number from `min` to `max`; `absent` if the member is absent. Anything else is an error.
  [[nodiscard]] std::size_t number(std::string_view name, std::size_t min, std::size_t max, std::size_t absent);

  /// A member of any type, or absent. Moves the value out: it is absent afterwards.
  [[nodiscard]] workbench::Json value(std::string_view name) { return std::exchange(member(name), workbench::Json()); }

  /// An object, or absent. Any other type is an error. Moves the value out: it is absent afterwards.
  [[nodiscard]] workbench::Json object(std::string_view name);

  /// An unknown key is an error, and so is a duplicate one. To be called last: the known members are checked first.
  void check_keys();

  void fail(std::string text) {
    if (!error_) error_ = std::move(text);
  }
  [[nodiscard]] const std::optional<std::string>& error() const { return error_; }

 private:
  [[nodiscard]] workbench::Json& member(std::string_view name);
  [[nodiscard]] std::string path_of(std::string_view name) const;
  void fail_type(std::string_view name, std::string_view expected, const workbench::Json& value);

  const workbench::JsonAccess& json_;
  const std::string_view path_;
  std::array<std::string_view, kMaxNames> names_;
  std::array<workbench::Json, kMaxNames + 1> members_;  // the last one is always absent: for unknown names
  workbench::PickedMembers picked_;
  std::optional<std::string> error_;
};

/// Reads a tool identifier, `{toolbox, server, tool}`, strictly. `path` is its location for messages.
/// Error invalid_argument, with the contract's text: it has another shape, or a part is missing or empty.
[[nodiscard]] workbench::Result<workbench::ToolIdentifier> read_identifier(const workbench::Json& tool,
                                                                           std::string_view path,
                                                                           const workbench::JsonAccess& json);

}  // namespace meta_tools
