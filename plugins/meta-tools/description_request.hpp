#pragma once

#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// The input of describe_tools: tools by name, or all tools of a server or toolbox.
struct DescriptionRequest {
  /// Not empty. An empty `tool` means all tools of the server, an empty `server` all tools of the toolbox.
  std::vector<workbench::ToolIdentifier> tools;
  bool as_signatures = false;
};

/// Reads the input. Unless the workbench is strict about inputs, also accepts one in the shape of use_tool's input, or
/// with the names of the listing. Error invalid_argument, with the contract's text and the expected shape: the input
/// has no clear meaning.
[[nodiscard]] workbench::Result<DescriptionRequest> read_description_request(const workbench::Json& input,
                                                                             const workbench::Toolboxes& toolboxes,
                                                                             const workbench::JsonAccess& json);

}  // namespace meta_tools
