#pragma once

#include <string>

#include <workbench/result.hpp>

namespace workbench::http {

/// The content of a small file (certificates, keys, tokens): a regular file of at most 1 MiB. Never waits: a pipe is
/// refused, because a reload would find it empty. The error is the end of a sentence that begins with the name of an
/// option: `cannot read '/nowhere'; name a readable file (No such file or directory)`. [any thread]
[[nodiscard]] Result<std::string> read_small_file(const std::string& file);

}  // namespace workbench::http
