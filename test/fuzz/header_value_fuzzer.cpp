// A value that mirrors a part of a message comes back unchanged, and fits into a header.

#include "fuzzing.hpp"
#include "http-shared/header_value.hpp"

namespace {

using namespace workbench::http;
using fuzzing::require;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzzing::text_of(data, size);
  const std::string encoded = encode_header_value(text);
  require(is_header_value(encoded), "an encoded value fits into a header", encoded);
  require(encoded.empty() || (!is_blank(encoded.front()) && !is_blank(encoded.back())),
          "no blank is lost at the ends of a header", encoded);
  require(decode_header_value(encoded) == text, "a value comes back unchanged", encoded);

  const auto decoded = decode_header_value(text);
  if (!decoded) return 0;
  require(decode_header_value(encode_header_value(*decoded)) == decoded, "a decoded value can be sent again", text);
  require(is_header_value(text), "only what fits into a header is decoded", text);
  return 0;
}
