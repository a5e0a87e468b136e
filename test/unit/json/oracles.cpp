#include "oracles.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <simdjson.h>

#include "json/scanner.hpp"

struct Oracles::Parsers {
  simdjson::dom::parser simdjson{simdjson::SIMDJSON_MAXSIZE_BYTES};
  rapidjson::Reader rapidjson;
};

Oracles::Oracles() : parsers_(std::make_unique<Parsers>()) {}
Oracles::~Oracles() = default;

namespace {

enum class Verdict { accepts, refuses, known_to_differ };

Verdict ask_rapidjson(rapidjson::Reader& reader, std::string_view text) {
  constexpr unsigned kFlags = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::BaseReaderHandler<> ignore;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, ignore);
  // It takes a NUL for the end of the text.
  if (!result.IsError()) return stream.Tell() == text.size() ? Verdict::accepts : Verdict::refuses;
  switch (result.Code()) {
    case rapidjson::kParseErrorNumberTooBig:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return Verdict::known_to_differ;
    default: return Verdict::refuses;
  }
}

/// An integer of more than 64 bits, for which simdjson has an error of its own in later versions, and NUMBER_ERROR in
/// earlier ones.
template <typename Code>
constexpr bool is_big_integer(Code code) {
  if constexpr (requires { Code::BIGINT_ERROR; }) return code == Code::BIGINT_ERROR;
  return false;
}

Verdict ask_simdjson(simdjson::dom::parser& parser, std::string_view text) {
  const simdjson::padded_string padded(text);
  const simdjson::error_code error = parser.parse(padded).error();
  if (is_big_integer(error)) return Verdict::known_to_differ;
  switch (error) {
    case simdjson::SUCCESS: return Verdict::accepts;
    case simdjson::NUMBER_ERROR:                                   // too big, but also malformed
    case simdjson::STRING_ERROR: return Verdict::known_to_differ;  // half a surrogate pair, but also other escapes
    default: return Verdict::refuses;
  }
}

}  // namespace

std::string Oracles::disagreement(std::string_view text) {
  const bool ours = !workbench::json::check(text, workbench::json::kMaxDepth).has_value();
  const Verdict rapidjson = ask_rapidjson(parsers_->rapidjson, text);
  const Verdict simdjson = ask_simdjson(parsers_->simdjson, text);
  if (ours && rapidjson == Verdict::refuses) return "accepted here, refused by RapidJSON";
  if (ours && simdjson == Verdict::refuses) return "accepted here, refused by simdjson";
  if (!ours && rapidjson == Verdict::accepts) return "refused here, accepted by RapidJSON";
  if (!ours && simdjson == Verdict::accepts) return "refused here, accepted by simdjson";
  return {};
}
