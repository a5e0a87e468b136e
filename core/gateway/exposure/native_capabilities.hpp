#pragma once

#include <string>
#include <string_view>

#include "gateway/exposure/native_servers.hpp"

namespace workbench::gateway {

/// What the servers that are known declare under `extensions` or `experimental`, together: the members of the object,
/// separated by commas. Of several servers that declare the same name, the first of the configuration is taken: what a
/// client declares reaches each of them, and each does with it what it can. A server whose declarations are longer than
/// 64 KiB is left out. [loop thread]
[[nodiscard]] std::string native_capabilities(const NativeServers& servers, std::string_view member);

}  // namespace workbench::gateway
