#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "protocol/implementation.hpp"

namespace workbench::protocol {

/// Whether a member of a request's params is rewritten for the era of its server, instead of passing unchanged.
[[nodiscard]] constexpr bool is_written_for_server(std::string_view key) {
  return key == "_meta" || key == "inputResponses" || key == "requestState";
}

// The `_meta` of a request: in the modern era it has what the sender would have sent in its `initialize`.

/// The required and reserved keys of a modern request ("basic/index", section Request metadata).
inline constexpr std::string_view kProtocolVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kClientCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kClientInfoKey = "io.modelcontextprotocol/clientInfo";

/// The bounds of the ClientCapabilities that a client of either era declares: they are kept as long as its session or
/// its workspace, and are sent to every server, which may not read deeper nesting.
inline constexpr std::size_t kMaxCapabilitiesBytes = std::size_t{256} * 1024;
inline constexpr std::size_t kMaxCapabilitiesDepth = 64;

/// invalid_argument: `capabilities` (valid JSON, or absent) are too large or nested too deep; the message says which.
[[nodiscard]] Result<void> check_bounds_of_capabilities(const Json& capabilities);

/// What a modern request declares about its sender.
struct RequestMetadata {
  std::string version;
  Json capabilities;       ///< an object
  std::string log_level;   ///< empty: no log messages are wanted
  ClientInfo client_info;  ///< empty where the sender did not follow the rules; no request is refused for it
  Json implementation;     ///< what `client_info` is of, to the byte; absent where it is not valid
};

/// The protocol version that a request names in its `_meta`, of whatever type: a request with one is modern
/// ("basic/versioning"). Absent: the request is legacy.
[[nodiscard]] Json requested_version(const Json& meta);

/// invalid_argument: a required key is missing, has a wrong type or exceeds its bounds; the message names it.
[[nodiscard]] Result<RequestMetadata> read_request_metadata(const Json& meta);

/// The members of a client's `_meta` that its server receives, each to the byte: without the client's description of
/// itself, and without its progress token, which is replaced by ours.
[[nodiscard]] std::string metadata_for_server(const Json& meta);

/// The members that every request to a modern server has in `_meta`: the revision, the `clientInfo`, and the
/// ClientCapabilities of the client behind the request as far as we can relay them. `log_level` empty: no log messages
/// are wanted. `takes_tasks`: whether the server may answer with a task.
[[nodiscard]] std::string modern_request_metadata(const Json& client_capabilities, std::string_view log_level,
                                                  const Introduction& introduction = {}, bool takes_tasks = false);

/// See "protocol/tasks.hpp".
inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

/// Whether an extension or experimental capability of this name passes between clients and servers as it is declared:
/// all do whose messages need nothing but ids, progress tokens and subscription ids of our own. Tasks have ids of their
/// own beside them.
[[nodiscard]] constexpr bool is_negotiable(std::string_view name) {
  return name != kTasksExtension;
}

/// The ClientCapabilities to declare to a server for a client with these: elicitation, sampling, roots, and what is
/// negotiable of extensions and experimental ones. Left out is what we cannot relay. `takes_tasks`: with the extension
/// of tasks, whether or not the client has it.
[[nodiscard]] std::string relayable_capabilities(const Json& client_capabilities, bool to_modern,
                                                 bool takes_tasks = false);

}  // namespace workbench::protocol
