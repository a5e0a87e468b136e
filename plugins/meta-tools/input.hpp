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

/// The words for the kind of a value in messages: "undefined", "array".
[[nodiscard]] std::string_view word_for(const workbench::Json& value);

/// A definition that is written over several lines for the reader of the source alone.
[[nodiscard]] workbench::Json on_one_line(std::string text);

/// Whether there is nothing but white space in it.
[[nodiscard]] bool is_blank(std::string_view text);

/// The members of an object in a meta-tool's input, read strictly: what the input schema does not name is refused.
/// Errors are the texts that the model reads; the first one found stays.
class Input {
 public:
  /// `path` names the object in messages; empty for the whole input. `names` are all the keys that it may have, at most
  /// kMostNames. An absent object is one without members. The strings and `json` must outlive the input.
  Input(const workbench::JsonAccess& json, const workbench::Json& object, std::string_view path,
        std::initializer_list<std::string_view> names);

  static constexpr std::size_t kMostNames = 4;

  /// The characters of a string member; empty if it is absent. Any other type is an error.
  [[nodiscard]] std::string characters(std::string_view name);

  /// The characters of a string member that must not be missing, empty or blank.
  [[nodiscard]] std::string name(std::string_view name);

  /// A member of any type, or absent. Handed out once: it is absent afterwards.
  [[nodiscard]] workbench::Json value(std::string_view name) { return std::exchange(member(name), workbench::Json()); }

  /// An object member, or absent. Any other type is an error. Handed out once: it is absent afterwards.
  [[nodiscard]] workbench::Json object(std::string_view name);

  /// Last, because the members that are named are judged first: a key beyond them is an error, and so is one that
  /// comes twice.
  void refuse_other_keys();

  void fail(std::string text) {
    if (!error_) error_ = std::move(text);
  }
  [[nodiscard]] const std::optional<std::string>& error() const { return error_; }

 private:
  [[nodiscard]] workbench::Json& member(std::string_view name);
  void fail_type(std::string_view name, std::string_view expected, const workbench::Json& value);

  const workbench::JsonAccess& json_;
  const std::string_view path_;
  std::array<std::string_view, kMostNames> names_;
  std::array<workbench::Json, kMostNames + 1> members_;  // the last stays absent: for a name that was not given
  workbench::PickedMembers picked_;
  std::optional<std::string> error_;
};

/// A tool identifier, `{toolbox, server, tool}`, read strictly. invalid_argument, with the contract's text: it has
/// another shape, or a part is missing or empty. `path` names it in messages.
[[nodiscard]] workbench::Result<workbench::ToolIdentifier> read_identifier(const workbench::Json& tool,
                                                                           std::string_view path,
                                                                           const workbench::JsonAccess& json);

}  // namespace meta_tools
