#pragma once

#include <string>
#include <vector>

#include <workbench/toolboxes.hpp>

namespace retrieval {

struct Question {
  std::string text;
  std::vector<std::string> tools;  ///< "server/tool": each of them does it
};

/// The tools of the file, as the workbench knows them: each server in a toolbox of its own name. Throws
/// std::runtime_error, which names the file.
[[nodiscard]] std::vector<workbench::KnownTool> read_catalog(const std::string& path);

/// Throws std::runtime_error, which names the file.
[[nodiscard]] std::vector<Question> read_questions(const std::string& path);

/// "server/tool".
[[nodiscard]] std::string name_of(const workbench::KnownTool& tool);

}  // namespace retrieval
