#pragma once

#include <string>
#include <vector>

#include <workbench/options.hpp>

#include "config/toolboxes_file/vocabulary.hpp"

// The variables of the workbench's environment that a server gets by their names: the texts of those options that
// OptionDescription::names_variables.

namespace workbench::config {

/// Replaces what stands for many variables (a name with `*` at its end) by their names, so that every transport passes
/// on the same ones.
void name_variables(Options& options, const std::vector<OptionDescription>& descriptions, const Vocabulary& vocabulary);

/// See ServerEntry::inherited.
[[nodiscard]] std::vector<std::string> inherited_variables(const Options& options,
                                                           const std::vector<OptionDescription>& descriptions);

}  // namespace workbench::config
