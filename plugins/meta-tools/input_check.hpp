#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workbench/json.hpp"

namespace meta_tools {

/// The members of a meta-tool's input, read strictly: what is not in the input schema is refused. Errors are the texts
/// that the model reads; the first one found stays.
class Input {
 public:
  /// `path` names the object in messages; empty for the whole input. An absent object is one without members.
  Input(const workbench::JsonAccess& json, const workbench::Json& object, std::string path);

  /// The member, or absent. Says nothing.
  [[nodiscard]] workbench::Json member(std::string_view name);

  /// The characters of a string member; empty if it is absent. Any other type is an error.
  [[nodiscard]] std::string characters(std::string_view name);

  /// An object member, or absent. Any other type is an error.
  [[nodiscard]] workbench::Json object(std::string_view name);

  /// Call when all members have been asked for: a key that was not is an error, and so is one that comes twice.
  void refuse_other_keys();

  void fail(std::string text) {
    if (!error_) error_ = std::move(text);
  }
  [[nodiscard]] const std::optional<std::string>& error() const { return error_; }

 private:
  void fail_type(std::string_view name, std::string_view expected, const workbench::Json& value);

  const workbench::JsonAccess& json_;
  const std::string path_;
  std::vector<workbench::JsonMember> members_;
  std::vector<std::string> known_;
  std::optional<std::string> error_;
};

}  // namespace meta_tools
