#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::config {

/// The keys of a server entry that the host reads itself, whatever the transport.
[[nodiscard]] const std::vector<std::string>& host_server_keys();

/// For a key that only other clients use: the note about it, `what; what to do`. Absent: it is no such key.
[[nodiscard]] std::optional<std::string_view> foreign_key_note(std::string_view key);

/// The key that people mean by a word of their own, such as `cmd`; absent: none that is known.
[[nodiscard]] std::optional<std::string_view> usual_misnomer(std::string_view key);

/// Whether this names a transport over the network, in the spelling of any client, which a plugin may provide one day.
[[nodiscard]] bool is_network_transport(std::string_view name);

/// Whether some client calls the transport "http" so, without it being registered under this name.
[[nodiscard]] bool is_other_spelling_of_http(std::string_view name);

/// Whether this key holds the address of a server on the network, in the spelling of any client.
[[nodiscard]] bool is_address_key(std::string_view key);

/// All keys that foreign_key_note() knows, for the reference.
[[nodiscard]] std::vector<std::string_view> foreign_keys();

}  // namespace workbench::config
