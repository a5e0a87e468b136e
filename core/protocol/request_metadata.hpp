#pragma once

#include <optional>
#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::protocol {

/// What a request of the stateless era says of its sender in `_meta` ("basic/index", section Request metadata).
struct StatelessClaim {
  std::string version;
  Json capabilities;      ///< an object
  std::string log_level;  ///< empty: no log messages are wanted
  Json client_info;       ///< an Implementation; absent or of any type where the sender did not follow the rules
};

/// The protocol version that a request names in its `_meta`, of whatever type: that there is one makes it a request of
/// the stateless era ("basic/versioning"). Absent in the handshake era.
[[nodiscard]] Json claimed_version(const Json& meta);

/// invalid_argument: a required key is missing or has a wrong type; the message names it.
[[nodiscard]] Result<StatelessClaim> read_claim(const Json& meta);

}  // namespace workbench::protocol
