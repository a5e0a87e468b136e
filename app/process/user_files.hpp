#pragma once

#include <filesystem>

#include "client_files/client_table.hpp"
#include "config/variables.hpp"

// Where this user has files, by the XDG Base Directory Specification.

namespace workbench::app {

/// Where clients' files are for this user and the working directory.
[[nodiscard]] client_files::Surroundings surroundings_of(const config::Environment& environment);

/// The toolboxes file that is used if none is named, and the working directory has none that may be used. Empty: the
/// user has no home.
[[nodiscard]] std::filesystem::path toolboxes_file_of_user(const config::Environment& environment);

/// The folder for this user's copies of the program. Empty: the user has no home.
[[nodiscard]] std::filesystem::path data_folder_of_user(const config::Environment& environment);

/// The folder for the state of the program.
[[nodiscard]] std::filesystem::path state_folder_of_user(const config::Environment& environment);

}  // namespace workbench::app
