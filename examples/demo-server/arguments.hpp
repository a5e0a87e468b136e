#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::demo {

/// The arguments of one tool call. A wrong one is returned as an error of kind invalid_argument, with a text from which
/// a model can correct its call.
class Arguments {
 public:
  /// Refuses names that `input_schema` does not describe. `given` is a JSON object, or absent.
  [[nodiscard]] static Result<Arguments> read(const Json& given, std::string_view input_schema);

  [[nodiscard]] bool has(std::string_view name) const { return !value(name).is_absent(); }

  [[nodiscard]] Result<std::string> text(std::string_view name) const;
  [[nodiscard]] Result<double> number(std::string_view name) const;
  [[nodiscard]] Result<std::vector<double>> numbers(std::string_view name) const;

 private:
  explicit Arguments(std::vector<JsonMember> members) : members_(std::move(members)) {}

  [[nodiscard]] Json value(std::string_view name) const;

  std::vector<JsonMember> members_;
};

/// An error of kind invalid_argument. The message is for a model.
[[nodiscard]] Error wrong_argument(std::string message);

/// "'a', 'b' and 'c'", for an error that lists the valid values.
[[nodiscard]] std::string list_of(std::span<const std::string_view> names);

}  // namespace workbench::demo
