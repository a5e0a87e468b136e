#pragma once

#include <string>

namespace workbench::app {

/// For a toolboxes file that was found and not named, in the place of --config; see define_program_options(). Commands
/// have it, too, without showing it: a running workbench starts them with its own file.
inline constexpr const char* kFoundOption = "--found";

/// The program itself, also after another version was installed in its place.
[[nodiscard]] std::string program_path();

}  // namespace workbench::app
