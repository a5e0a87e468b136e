// A repaired definition is valid JSON, not much larger than what came, and needs no further repair; one that needs none
// stays the very same text. What native lists show of it is valid JSON. The first byte of the input is the requirements
// of the client.

#include "fuzzing.hpp"
#include "json/lookup.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"
#include "json/scanner_json_access.hpp"
#include "schema_repair/native_definition.hpp"
#include "schema_repair/repair.hpp"

namespace {

using namespace workbench;
using fuzzing::require;
using schema_repair::ClientRequirements;
using schema_repair::Repaired;

/// What repairs may add: an `inputSchema`, the types of two roots, and for a byte of the text a few more, such as an
/// array around a type.
std::size_t max_size(std::size_t original) {
  return 4 * original + 256;
}

void check_notes(const std::vector<std::string>& notes, std::string_view definition) {
  require(notes.size() <= 18, "there are no more notes than are read", definition);
  for (const std::string& note : notes) {
    require(!note.empty() && note.size() < 1000, "a note is a sentence", note);
    require(std::none_of(note.begin(), note.end(),
                         [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }),
            "a note is fit for a line of a log", note);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const json::ScannerJsonAccess access(200);
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t choice = fuzzing::take_byte(input);
  const ClientRequirements requirements{(choice & 1U) != 0};
  const auto definition = access.checked(std::string(input));
  if (!definition) return 0;
  const std::string_view text = definition->text();

  const Result<Repaired> repaired = schema_repair::repair(*definition, requirements);
  if (!repaired) {
    require(!repaired.error().message.empty() && repaired.error().message.size() < 2000, "there is a short reason",
            text);
    return 0;
  }
  const std::string_view result = repaired->definition.text();
  require(!json::check(result, 200), "what is repaired is valid JSON", result);
  require(repaired->definition.kind() == JsonKind::object, "what is repaired is an object", result);
  require(result.size() <= max_size(text.size()), "what is repaired is not much larger", result);
  require(repaired->was_changed == (result != text), "a change is reported", text);
  require(repaired->was_changed || result.data() == text.data(), "what needs no repair is the same text", text);
  check_notes(repaired->notes, text);
  require(fuzzing::text_of(json::member(repaired->definition, "name")) ==
              fuzzing::text_of(json::member(*definition, "name")),
          "a tool keeps its name", result);

  const Result<Repaired> again = schema_repair::repair(repaired->definition, requirements);
  require(again && !again->was_changed && again->definition.text() == result, "one repair is enough", result);

  const schema_repair::NativeDefinition native = schema_repair::native_definition(repaired->definition);
  require(!json::check(native.definition.text(), 300), "what native lists show is valid JSON", result);
  require(!json::check(native.for_models.text(), 300), "what hosts of models are shown is valid JSON", result);
  for (const auto& [name, own] : native.own_names) {
    require(schema_repair::is_native_argument_name(name), "APIs accept the name of an argument", own);
  }
  return 0;
}
