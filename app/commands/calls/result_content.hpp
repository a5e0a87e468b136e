#pragma once

#include <filesystem>
#include <optional>

#include <workbench/json.hpp>

#include "process/output.hpp"

namespace workbench::app {

/// Where the content of a result goes.
struct ContentTarget {
  Output& out;                                  ///< texts, and the paths of files
  std::optional<std::filesystem::path> folder;  ///< of the files; absent: none is written
};

/// Shows the content of a tool's result (CallToolResult): texts unchanged, also of embedded resources; links to
/// resources as a line; structured content if there is no text. What a server has written in another form is shown as
/// it is; nothing is ever shown as nothing: `errors` says that a result is empty or has no content. With a folder,
/// images, audio and embedded resources are files in it (see SavedFiles), whose paths are shown; without, a line says
/// of images, audio and binary resources how they are saved. False: a file could not be written; `errors` has the
/// reason.
[[nodiscard]] bool show_content(const Json& result, const ContentTarget& target, Output& errors);

}  // namespace workbench::app
