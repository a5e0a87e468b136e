#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::stdio {

/// A file or folder in which a server reads what is not for it, and why it is closed.
struct SecretPlace {
  std::string path;  ///< absolute
  std::string_view what;
};

/// The variables of this process's environment that move secrets away from their usual places, as far as they are set.
[[nodiscard]] Options::TextMap variables_of_secrets();

/// Where secrets are below `home`, and where `variables` say that they are.
[[nodiscard]] std::vector<SecretPlace> secret_places(const std::string& home, const Options::TextMap& variables);

}  // namespace workbench::stdio
