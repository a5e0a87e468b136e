#pragma once

#include <string_view>

namespace workbench::http {

/// The member of a request's params that the header `Mcp-Name` of a modern POST mirrors
/// ("basic/transports/streamable-http").
struct MirroredName {
  std::string_view member;   ///< empty: nothing
  bool is_required = false;  ///< false: it belongs to an extension, whose clients may not send the header yet
};
[[nodiscard]] MirroredName mirrored_name(std::string_view method);

}  // namespace workbench::http
