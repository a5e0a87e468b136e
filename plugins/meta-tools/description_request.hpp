#pragma once

#include <string>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

#include "tool_descriptions.hpp"

namespace meta_tools {

/// The input of describe_tools: tools by name, or all tools of a server or toolbox.
struct DescriptionRequest {
  /// Not empty. An empty `tool` means all tools of the server, an empty `server` all tools of the toolbox.
  std::vector<workbench::ToolIdentifier> tools;
  /// The answer begins behind this tool of the server, in the order of its list. Empty: with the first one.
  std::string after;
  bool as_signatures = false;

  [[nodiscard]] Descriptions::Of of() const {
    if (!tools.front().tool.empty()) return Descriptions::Of::named_tools;
    return tools.front().server.empty() ? Descriptions::Of::toolbox : Descriptions::Of::server;
  }
};

/// Reads the input. Unless the workbench is strict about inputs, also accepts one in the shape of use_tool's input, or
/// with the names of the listing. Error invalid_argument, with the contract's text and the expected shape: the input
/// has no clear meaning.
[[nodiscard]] workbench::Result<DescriptionRequest> read_description_request(const workbench::Json& input,
                                                                             const workbench::Toolboxes& toolboxes,
                                                                             const workbench::JsonAccess& json);

}  // namespace meta_tools
