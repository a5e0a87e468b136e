#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the words of a command line say of the package or the image that is run. Nothing is read or started.

namespace workbench::servers {

/// A package that a runner downloads and runs.
struct PackageWords {
  enum class Registry { npm, python, other };
  Registry registry = Registry::other;
  std::string spec;     ///< the word as it is written: "@scope/name@1.2.3", "name==1.2.3"
  std::string name;     ///< without the version
  std::string version;  ///< an exact one; empty: the line does not pin it, so another one may run tomorrow
};

/// The package that `command` with `args` runs: npx, npm exec, pnpm dlx, pnpx, yarn dlx, bunx, bun x, uvx, uv tool run,
/// pipx run and deno run. Absent: it is none of them, or names none.
[[nodiscard]] std::optional<PackageWords> package_in(std::string_view command, const std::vector<std::string>& args);

/// The image that `docker run` or `podman run` starts, with its tag and digest as they are written. Absent: it is
/// neither, or names none.
[[nodiscard]] std::optional<std::string> image_in(std::string_view command, const std::vector<std::string>& args);

/// The name of the program without its folder.
[[nodiscard]] std::string_view file_name_of(std::string_view command);

}  // namespace workbench::servers
