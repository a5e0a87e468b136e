#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/confinement_rule.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"
#include "config/toolboxes_file/transport_keys.hpp"

// Which servers are confined. What confinement means is up to the transport, which has the options `sandboxEnabled` and
// `sandbox...` if it can confine its servers.

namespace workbench::config {

/// Options that no entry can have, and that a transport which confines gets besides: whether the entry names the
/// working directory (for_client() sets it to the client's folder otherwise), and the files that the toolboxes file and
/// its entries are made of, because there are secrets in them.
inline constexpr std::string_view kNamesFolder = "sandbox.namesCwd";
inline constexpr std::string_view kFilesWithSecrets = "sandbox.filesWithSecrets";

/// The value of `sandbox` at the top of the file; an unknown one is reported.
[[nodiscard]] ConfinementRule read_confinement_rule(const JsonNode& node, Reading& reading);

/// Sets the option `sandboxEnabled` of an entry (`node`) to what it is by the entry and by the rule of the file.
/// Reports what is contradictory or has no effect.
void decide_confinement(const JsonNode& node, const TransportKeys& keys, Options& options, Reading& reading);

/// Names the files to all servers that are confined.
void withhold_files(Config& config, const std::vector<std::filesystem::path>& files);

}  // namespace workbench::config
