#pragma once

#include <span>
#include <string_view>

#include "answers.hpp"

namespace workbench::demo_client {

/// What the demo asks, and how it reads the answer.
struct Question {
  std::string_view words;
  std::string_view tool;
  std::string_view arguments;  ///< a JSON object
  Reading (*read)(const Answer& answer);
  std::string_view neighbour = {};  ///< set for a hidden tool: a listed one of the same server
};

/// In the order in which they are asked. They fit config-samples/demo.json.
[[nodiscard]] std::span<const Question> questions();

}  // namespace workbench::demo_client
