#include <algorithm>

#include "json_text.hpp"
#include "tools.hpp"

namespace workbench::demo {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Code points of UTF-8: the bytes that do not continue one.
std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// A last line counts even if no newline ends it.
std::size_t count_lines(std::string_view text) {
  const auto newlines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return text.empty() || text.back() == '\n' ? newlines : newlines + 1;
}

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool was_in_word = in_word;
    in_word = !is_blank(c);
    if (in_word && !was_in_word) ++words;
  }
  return words;
}

Result<Output> word_count(const Arguments& arguments) {
  const auto text = arguments.text("text");
  if (!text) return text.error();
  return Output{ObjectText()
                    .number("lines", count_lines(text.value()))
                    .number("words", count_words(text.value()))
                    .number("characters", count_characters(text.value()))
                    .take(),
                true};
}

}  // namespace

const DemoTool kWordCount = {
    .name = "word_count",
    .title = "Count words",
    .description = "Counts the lines, words and characters (Unicode code points) of a text.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("text":{"type":"string","description":"The text to count"}},)"
                    R"("required":["text"],"additionalProperties":false})",
    .output_schema = R"({"type":"object","properties":{"lines":{"type":"integer","minimum":0},)"
                     R"("words":{"type":"integer","minimum":0},"characters":{"type":"integer","minimum":0}},)"
                     R"("required":["lines","words","characters"]})",
    .annotations = R"({"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false})",
    .run = word_count};

}  // namespace workbench::demo
