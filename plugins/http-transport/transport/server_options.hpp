#pragma once

#include <vector>

#include <workbench/options.hpp>

namespace workbench::http::transport {

/// The options of a server behind a URL; read_server_address() reads them. [startup]
[[nodiscard]] std::vector<OptionDescription> server_options();

}  // namespace workbench::http::transport
