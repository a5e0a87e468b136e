#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "gateway/toolboxes/toolbox.hpp"

// The servers' descriptions of their own use (`instructions` of their answer to `initialize` or `server/discover`), for
// clients that see many servers as one. The texts are the servers': each is attributed to its server, and Catalog has
// left out what is not visible.

namespace workbench::gateway {

/// The instructions of one server.
struct KnownInstructions {
  std::string toolbox;
  std::string server;
  std::string_view text;  ///< never empty; valid until the server is started again or replaced
};

/// The instructions of all known servers that have any, in the order of the configuration. Reads what is known from
/// earlier runs; starts nothing.
[[nodiscard]] std::vector<KnownInstructions> known_instructions(const std::vector<std::unique_ptr<Toolbox>>& toolboxes);

/// `beginning`, then the texts, each below the name of its server and with `> ` before each line, so that no server can
/// speak for another. If they do not fit into `max_bytes`, the longest are cut evenly; if too little would be left of
/// each, the servers are named alone. Then a last line says how to read the rest.
[[nodiscard]] std::string gathered_instructions(std::string beginning, const std::vector<KnownInstructions>& all,
                                                std::size_t max_bytes);

/// The resource that has the whole text of one server: `workbench://instructions/TOOLBOX/SERVER`, percent-encoded.
[[nodiscard]] std::string instructions_uri(std::string_view toolbox, std::string_view server);
[[nodiscard]] bool is_instructions_uri(std::string_view uri);

/// The result of a `resources/read` of such a resource. Names need not be encoded in `uri`.
/// not_found: no server of these toolboxes is meant, or it has no instructions as far as is known.
[[nodiscard]] Result<Json> read_instructions(std::string_view uri,
                                             const std::vector<std::unique_ptr<Toolbox>>& toolboxes);

}  // namespace workbench::gateway
