#include "questions.hpp"

#include <array>

namespace workbench::demo_client {

std::span<const Question> questions() {
  static constexpr std::array kQuestions = {
      Question{.words = "How many words has \"One bench, many tools.\"?",
               .tool = "word_count",
               .arguments = R"({"text":"One bench, many tools."})",
               .read = read_word_count},
      Question{.words = "What is the SHA-256 hash of \"abc\"?",
               .tool = "hash_text",
               .arguments = R"({"text":"abc"})",
               .read = read_hash},
      Question{.words = "What is 1.5 + 2.25 + 38.25?",
               .tool = "add",
               .arguments = R"({"numbers":[1.5,2.25,38.25]})",
               .read = read_sum},
      Question{.words = "How far is 26.2 miles in kilometres?",
               .tool = "convert_units",
               .arguments = R"({"value":26.2,"from":"mi","to":"km"})",
               .read = read_distance},
      Question{.words = "What time is it in UTC?", .tool = "current_time", .arguments = "{}", .read = read_time},
      Question{.words = "Can the agent use a tool that the configuration keeps from it?",
               .tool = "list_directory",
               .arguments = R"({"path":"/"})",
               .read = read_refusal,
               .neighbour = "add"}};
  return kQuestions;
}

}  // namespace workbench::demo_client
