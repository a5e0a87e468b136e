#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "check/inspection.hpp"

namespace workbench::app {

/// What a model reads of the tools of one toolbox, in bytes.
struct OpeningCost {
  std::size_t whole = 0;                                               ///< of all tools, with what is around them
  std::map<std::pair<std::string, std::string>, std::size_t> tools{};  ///< by server and tool

  [[nodiscard]] std::size_t of_server(const std::string& server) const;
  /// 0: the model does not read of it.
  [[nodiscard]] std::size_t of_tool(const std::string& server, const std::string& tool) const;
};

/// What a model reads about the known tools of `toolbox`, in the tool mode of the configuration: in proxy mode the
/// answer of open_toolbox to a host without limits of its own; else the definitions that tools/list has of them. A
/// server whose tools are not known costs nothing. [loop thread]
[[nodiscard]] OpeningCost opening_cost(const Inspection::InspectedToolbox& toolbox, Startup& startup);

}  // namespace workbench::app
