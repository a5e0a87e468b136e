#pragma once

#include <string_view>

namespace workbench::http {

/// What the header `Mcp-Name` of a modern POST mirrors of the params of a request ("basic/transports/streamable-http").
struct MirroredName {
  std::string_view member;   ///< empty: nothing
  bool is_required = false;  ///< false: it belongs to an extension, whose clients may not send the header yet
};
[[nodiscard]] MirroredName mirrored_name(std::string_view method);

}  // namespace workbench::http
