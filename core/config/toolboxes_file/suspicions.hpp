#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

// Texts that a configuration may contain but cannot mean: copied from a README or from another client's file.

namespace workbench::config {

/// Whether the text asks its reader for a value: `<YOUR_TOKEN>`, `YOUR_API_KEY`, `your-token-here`, `...`.
[[nodiscard]] bool is_placeholder(std::string_view text);

/// Texts that will not be replaced although they look like it: `$TOKEN`, `{env:X}`, a `~` at the beginning, a
/// placeholder. `what is wrong; what to do`. Absent: nothing is suspicious.
[[nodiscard]] std::optional<std::string> suspicion_about(std::string_view text);

/// Notes what is suspicious in the texts of a server entry: its command, arguments, environment, URL and
/// headers.
void note_suspicions(const JsonNode& server, Reading& reading);

}  // namespace workbench::config
