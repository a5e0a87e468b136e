#pragma once

#include <climits>
#include <cstdio>

#include "callers.hpp"

namespace launcher {

/// A place in the file system that a caller has named.
struct FilePlace {
  bool exists = false;
  char path[PATH_MAX] = {};  ///< without symbolic links. If the place does not exist: its folder's, and its name
};

/// Opens what `path` means to the caller, with O_PATH, or minus the error. `folder` is its descriptor, or AT_FDCWD. The
/// empty path means that descriptor itself. What leads through its own descriptors is found for /proc/self/fd/N and
/// /dev/fd/N; through other magic links of /proc, nothing is, because to the launcher they lead elsewhere.
[[nodiscard]] int open_place(CallingProcess& caller, int folder, const char* path, bool follows);

/// Finds where `path` is, or would be. False: not even its folder exists.
bool find_place(CallingProcess& caller, int folder, const char* path, bool follows, FilePlace& place);

/// `/proc/self/fd/N`: a path to exactly what the descriptor is open for.
struct DescriptorPath {
  explicit DescriptorPath(int descriptor) { std::snprintf(text, sizeof text, "/proc/self/fd/%d", descriptor); }
  char text[32];
};

/// The path of what the descriptor is open for. What has none (a pipe, a socket) has a text without a slash in front.
bool read_path(int descriptor, char (&path)[PATH_MAX]);

}  // namespace launcher
