#pragma once

#include <span>
#include <string_view>

namespace workbench::stdio {

/// Files and folders in which a server of another does not read, and why.
struct SecretPlace {
  std::string_view path;  ///< below the home folder
  std::string_view what;
};

[[nodiscard]] std::span<const SecretPlace> secret_places();

}  // namespace workbench::stdio
