#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::app {

/// The options of the listener `name`, from the texts of the properties file (`listener.NAME.OPTION`), by the types
/// that the door described. A list is separated by commas, a map is not to be had this way. An option that the door
/// does not have, that it needs and lacks, or that has another type is added to `complaints` in a sentence.
[[nodiscard]] Options listener_options(std::string_view name, const std::vector<OptionDescription>& descriptions,
                                       const std::map<std::string, std::map<std::string, std::string>>& texts,
                                       std::vector<std::string>& complaints);

}  // namespace workbench::app
