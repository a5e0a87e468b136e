#pragma once

#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// What a call of describe_tools asks for: tools by name, or all of a server or toolbox.
struct DescriptionRequest {
  /// An empty `tool` stands for all of the server, an empty `server` for all of the toolbox. Not empty.
  std::vector<workbench::ToolIdentifier> tools;
  bool as_signatures = false;
};

/// Reads the input, strictly first; unless the workbench is strict, also one that is laid out like that of use_tool, or
/// names what it wants as the listing does. invalid_argument, with the contract's text and the right shape behind it:
/// it makes no sense.
[[nodiscard]] workbench::Result<DescriptionRequest> read_description_request(const workbench::Json& input,
                                                                             const workbench::Toolboxes& toolboxes,
                                                                             const workbench::JsonAccess& json);

}  // namespace meta_tools
