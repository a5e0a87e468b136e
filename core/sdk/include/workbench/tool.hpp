#pragma once

#include <optional>
#include <string>

#include <workbench/json.hpp>

namespace workbench {

/// A server's hints about a tool (ToolAnnotations of the specification, since 2025-03-26). Absent: not given; the
/// specification's defaults assume the worst. A server that is not trusted may give false hints.
struct ToolAnnotations {
  std::optional<bool> read_only_hint;
  std::optional<bool> destructive_hint;
  std::optional<bool> idempotent_hint;
  std::optional<bool> open_world_hint;
};

/// A tool as its server defines it (Tool of the specification).
struct Tool {
  std::string name;         ///< the server's own name for it, decoded
  std::string title;        ///< empty: none given
  std::string description;  ///< empty: none given
  ToolAnnotations annotations;
  Json definition;  ///< the whole definition, unknown members included
};

}  // namespace workbench
