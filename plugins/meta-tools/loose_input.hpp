#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

// Inputs of use_tool and describe_tools that models send although the schema has another shape. An input is accepted if
// it has only one possible meaning; nothing is guessed.

namespace meta_tools {

/// A call of use_tool that was sent in any of the accepted shapes.
struct LooseCall {
  workbench::ToolIdentifier tool;
  workbench::Json arguments;  ///< an object, or absent
};

/// Accepts, besides the shape of the schema: the parts of the identifier beside `arguments`; the names of the listing
/// (`toolbox_name`, `source_server`, `name`); the identifier as one string `toolbox/server/tool`, or as a JSON object
/// in a string; `arguments` as a JSON object in a string, or null. An input of more than 1 MiB is not understood. Error
/// invalid_argument with an empty message: the tool is not clear, because a part is missing, is there twice with
/// different values, or is unknown, or because a path matches no configured server or several. With a message: the tool
/// is clear, and the message has the error in the rest.
[[nodiscard]] workbench::Result<LooseCall> read_loose_call(const workbench::Json& input,
                                                           const workbench::Toolboxes& toolboxes,
                                                           const workbench::JsonAccess& json);

/// The configured servers, read once at the first path that is resolved.
class ServerPaths {
 public:
  /// `toolboxes` must outlive it.
  explicit ServerPaths(const workbench::Toolboxes& toolboxes) : toolboxes_(toolboxes) {}

  /// The tool that `toolbox/server/tool` names. Absent: the path matches no server, or several.
  [[nodiscard]] std::optional<workbench::ToolIdentifier> resolve(std::string_view path);

 private:
  struct Server {
    std::string toolbox;
    std::string name;
    std::string prefix;  // of the paths of its tools
  };

  void read();

  const workbench::Toolboxes& toolboxes_;
  std::optional<std::vector<Server>> servers_;
};

/// Reads an identifier: an object with the three parts under either set of names, or a path. Absent if it is not clear.
[[nodiscard]] std::optional<workbench::ToolIdentifier> read_loose_identifier(const workbench::Json& value,
                                                                             ServerPaths& servers,
                                                                             const workbench::JsonAccess& json);

/// The input that use_tool expects, as JSON, with the values of `input` and with placeholders in capital letters for
/// the missing ones.
[[nodiscard]] std::string expected_shape(const workbench::Json& input, const workbench::Toolboxes& toolboxes,
                                         const workbench::JsonAccess& json);

}  // namespace meta_tools
