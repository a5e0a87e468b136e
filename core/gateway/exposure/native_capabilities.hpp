#pragma once

#include <string>
#include <string_view>

#include "gateway/exposure/native_servers.hpp"

namespace workbench::gateway {

/// The declarations of the known servers under `extensions` or `experimental`, together: the members of the object,
/// separated by commas. If several servers declare the same name, the first in the configuration counts: a client's
/// declaration reaches each of them, and each uses it as it can. A server whose declarations are longer than
/// 64 KiB is left out. [loop thread]
[[nodiscard]] std::string native_capabilities(const NativeServers& servers, std::string_view member);

}  // namespace workbench::gateway
