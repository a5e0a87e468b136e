#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

// Server entries as other MCP clients write them: their keys, their names of transports, and their omissions.

namespace workbench::config {

/// For a key that only other clients use: the note about it, `what is wrong; what to do`. Absent: it is not such a key.
[[nodiscard]] std::optional<std::string_view> foreign_key_note(std::string_view key);

/// All keys that foreign_key_note() knows, for the reference.
[[nodiscard]] std::vector<std::string_view> foreign_keys();

/// Whether other clients have their servers under this key at the top of a file.
[[nodiscard]] bool is_other_clients_key(std::string_view key);

/// A key by which other clients leave a server or some of its tools out. It means the same here.
enum class OffKey { enabled, allowed_tools, excluded_tools };
[[nodiscard]] std::optional<OffKey> off_key(std::string_view key);

/// Our key for a common wrong one, such as `command` for `cmd`; absent: none is known.
[[nodiscard]] std::optional<std::string_view> usual_misnomer(std::string_view key);

/// Whether some client writes the address of a server on the network under this key.
[[nodiscard]] bool is_address_key(std::string_view key);

/// The transport of an entry that names none: the first if it has an address and no command, else the second.
inline constexpr const char* kAddressTransport = "http";
/// The transport of entries that name an image and no command.
inline constexpr const char* kImageTransport = "container";
inline constexpr const char* kImage = "image";
inline constexpr const char* kDefaultTransport = "stdio";

/// Under which names other clients know a transport, besides the registered ones.
[[nodiscard]] std::vector<std::string_view> other_names_of_transport(std::string_view transport);

/// The transport of a server entry: the one that `transport` or `type` names; otherwise http, if the entry has an
/// address and no command; otherwise stdio. Absent: that transport is not registered, which has been reported.
[[nodiscard]] std::optional<std::string> choose_transport(const JsonNode& server, Reading& reading);

}  // namespace workbench::config
