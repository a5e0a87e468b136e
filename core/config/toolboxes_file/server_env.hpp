#pragma once

#include <workbench/options.hpp>

#include "config/toolboxes_file/json_node.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// Reads the file that `envFile` names and puts its variables below those of the option `env` in `options`: what `env`
/// says wins. Problems in that file are reported at `node`, with the file and its line.
void merge_env_file(const JsonNode& node, Options& options, Reading& reading);

}  // namespace workbench::config
