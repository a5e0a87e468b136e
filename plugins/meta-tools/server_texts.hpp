#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <workbench/result_budget.hpp>

namespace meta_tools {

/// Texts by the name of the server that they are of.
using ServerTexts = std::vector<std::pair<std::string, std::string>>;

/// Cuts the longest texts, after a word, so that all together, as strings of JSON, take about `budget`. Returns the
/// names of the servers whose texts were cut.
std::vector<std::string> cut_evenly(ServerTexts& texts, const workbench::ResultBudget& budget);

}  // namespace meta_tools
