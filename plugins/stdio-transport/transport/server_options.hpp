#pragma once

#include <vector>

#include <workbench/options.hpp>
#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The keys of a server's entry in the configuration.
[[nodiscard]] std::vector<OptionDescription> describe_server_options();

/// Their values that can never work.
[[nodiscard]] std::vector<OptionError> check_server_options(const Options& options);

/// How the server is started according to them.
[[nodiscard]] ProcessCommand read_server_options(const Options& options);

}  // namespace workbench::stdio
