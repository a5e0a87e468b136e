#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace meta_tools {

/// Texts by the name of the server that they are of.
using ServerTexts = std::vector<std::pair<std::string, std::string>>;

/// Cuts the longest texts, after a word, so that all together take about `max_bytes`. Returns the names of the servers
/// whose texts were cut.
std::vector<std::string> cut_evenly(ServerTexts& texts, std::size_t max_bytes);

}  // namespace meta_tools
