#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

namespace workbench::app {

/// The PATH of programs that a desktop starts, without the configuration of a shell: systemd's PATH for the services of
/// users, which contains the PATH of other systems.
inline constexpr std::string_view kClientPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// The file that is started for `command`: itself if it has a slash, else the first executable of that name in the
/// folders of `path`. Empty: there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& command, std::string_view path);

/// The same in the folders of the user's home where version managers and installers put programs.
[[nodiscard]] std::filesystem::path find_in_home(const std::string& command, const std::filesystem::path& home);

/// Whether `--version` of this program is known to do nothing but show it: of node, npx, uvx, python, docker and their
/// kind. A server's own program is never run to find out.
[[nodiscard]] bool is_known_runner(std::string_view program);

/// The first line that `program --version` writes, within `limit`; empty: it did not answer. [startup]
[[nodiscard]] std::string version_of(const std::filesystem::path& program, std::chrono::milliseconds limit);

}  // namespace workbench::app
