#pragma once

#include <workbench/result.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/workspaces/overview.hpp"
#include "requests/operator.hpp"
#include "requests/server_params.hpp"

namespace workbench::app {

/// The entry of the server that an operator names; valid until the configuration changes. not_found: there is none, or
/// the operator may not see its toolbox; the message has the names that exist for it.
[[nodiscard]] Result<const config::ServerEntry*> find_entry(const config::Config& config, const Operator& from,
                                                            const ServerParams& named);

}  // namespace workbench::app
