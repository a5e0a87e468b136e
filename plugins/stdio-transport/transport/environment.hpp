#pragma once

#include <string>

#include <workbench/options.hpp>

namespace workbench::stdio {

/// Which variables a server gets to see, as the launcher's --keep-env takes it: a short list of harmless ones, those
/// that the configuration sets (`env`) and those that it passes on (`inheritEnv`).
[[nodiscard]] std::string kept_environment(const Options::TextMap& env, const Options::TextList& inherit_env);

}  // namespace workbench::stdio
