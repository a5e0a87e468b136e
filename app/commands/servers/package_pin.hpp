#pragma once

#include <optional>
#include <string>

#include "config/toolboxes_file/config.hpp"

namespace workbench::app {

/// What an entry runs may be another program tomorrow: why, as a sentence, and what to write instead.
struct PinAdvice {
  std::string text;
  std::string remedy;
};

/// The remedy names the version of the package that npx has installed, if it has, or the command that shows the digest
/// of the image. Absent: it is pinned, or the entry runs neither.
[[nodiscard]] std::optional<PinAdvice> how_to_pin(const config::ServerEntry& entry);

}  // namespace workbench::app
