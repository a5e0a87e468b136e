// word_count and hash_text.

#include <Poco/DigestEngine.h>
#include <Poco/MD5Engine.h>
#include <Poco/SHA1Engine.h>
#include <Poco/SHA2Engine.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <workbench/json_writer.hpp>

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
  JsonWriter result;
  result.object().member("lines", count_lines(*text)).member("words", count_words(*text));
  result.member("characters", count_characters(*text)).end();
  return Output{std::move(result).take(), true};
}

std::unique_ptr<Poco::DigestEngine> make_engine(std::string_view algorithm) {
  if (algorithm == "sha256") return std::make_unique<Poco::SHA2Engine>(Poco::SHA2Engine::SHA_256);
  if (algorithm == "sha1") return std::make_unique<Poco::SHA1Engine>();
  if (algorithm == "md5") return std::make_unique<Poco::MD5Engine>();
  return nullptr;
}

Result<Output> hash_text(const Arguments& arguments) {
  const auto text = arguments.text("text");
  if (!text) return text.error();
  const auto algorithm = arguments.has("algorithm") ? arguments.text("algorithm") : std::string("sha256");
  if (!algorithm) return algorithm.error();

  const auto engine = make_engine(algorithm.value());
  if (engine == nullptr) {
    return Error{ErrorKind::invalid_argument,
                 "There is no algorithm '" + algorithm.value() + "'; use 'sha256', 'sha1' or 'md5'."};
  }
  engine->update(text.value());
  return Output{Poco::DigestEngine::digestToHex(engine->digest())};
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

const DemoTool kHashText = {
    .name = "hash_text",
    .title = "Hash a text",
    .description =
        "Hashes the UTF-8 bytes of a text and returns the digest in hexadecimal. sha1 and md5 are for "
        "comparing with old checksums, not for security.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("text":{"type":"string","description":"The text to hash"},)"
                    R"("algorithm":{"type":"string","enum":["sha256","sha1","md5"],"default":"sha256",)"
                    R"("description":"The hash function"}},)"
                    R"("required":["text"],"additionalProperties":false})",
    .output_schema = {},
    .annotations = R"({"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false})",
    .run = hash_text};

}  // namespace workbench::demo
