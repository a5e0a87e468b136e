#pragma once

#include <optional>
#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::protocol {

/// What a modern request says of its sender in `_meta` ("basic/index", section Request metadata).
struct RequestMetadata {
  std::string version;
  Json capabilities;      ///< an object
  std::string log_level;  ///< empty: no log messages are wanted
  Json client_info;       ///< an Implementation; absent or of any type where the sender did not follow the rules
};

/// The protocol version that a request names in its `_meta`, of whatever type: that there is one makes it a request of
/// the modern era ("basic/versioning"). Absent in the legacy era.
[[nodiscard]] Json requested_version(const Json& meta);

/// invalid_argument: a required key is missing or has a wrong type; the message names it.
[[nodiscard]] Result<RequestMetadata> read_request_metadata(const Json& meta);

}  // namespace workbench::protocol
