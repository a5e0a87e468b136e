#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/secret_reference.hpp"

namespace workbench::config {

/// Looks up an environment variable; absent when it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// A text after its variables were replaced.
struct Expansion {
  std::string text;
  std::vector<std::string> problems;  ///< each `what is wrong; what to do`; never contains the value of a variable
};

/// What expand_variables() does with `${client.cwd}` and `${client.root}`, which are replaced when the client is known.
enum class ClientReferences {
  stay,       ///< they are not references here
  are_marked  ///< kFolderMark and kRootMark are written, which no value can contain, because none has a NUL
};
inline constexpr std::string_view kFolderMark("\0client.cwd\0", 12);
inline constexpr std::string_view kRootMark("\0client.root\0", 13);

/// Replaces `${NAME}` by the variable's value, and `${NAME:-default}` by the default if the variable is unset or empty.
/// `${env:NAME}` means `${NAME}`. `$${` stands for the characters `${`. A value is data, whatever it contains: it is
/// not expanded again, here or later. A `${` in a default is a problem, and so is a NUL in a value. A `$` without a
/// brace stays. `secrets` supplies the values of references to secrets, `inputs` the values of `${input:ID}`;
/// without them, these are not names of variables.
[[nodiscard]] Expansion expand_variables(std::string_view text, const Environment& environment,
                                         const SecretReader& secrets = {}, const SecretReader& inputs = {},
                                         ClientReferences client_references = ClientReferences::stay);

/// The beginning of a reference to an input.
inline constexpr std::string_view kInput = "input:";

/// Whether `text` is a valid name in `${}`: letters, digits and `_`, not beginning with a digit.
[[nodiscard]] bool is_variable_name(std::string_view text);

}  // namespace workbench::config
