#pragma once

#include <string_view>
#include <vector>

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The value of ProcessCommand::login_shell with which no shell is asked.
inline constexpr std::string_view kNoLoginShell = "none";

/// See ProcessLauncher::check().
[[nodiscard]] std::vector<OptionError> check_command(const ProcessCommand& command);

}  // namespace workbench::stdio
