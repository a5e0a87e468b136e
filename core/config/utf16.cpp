#include "config/utf16.hpp"

#include <Poco/TextConverter.h>
#include <Poco/UTF16Encoding.h>
#include <Poco/UTF8Encoding.h>

namespace workbench::config {
namespace {

constexpr std::string_view kLittleEndianMark = "\xFF\xFE";
constexpr std::string_view kBigEndianMark = "\xFE\xFF";
constexpr int kReplacement = 0xFFFD;

}  // namespace

bool is_utf16(std::string_view text) {
  return text.starts_with(kLittleEndianMark) || text.starts_with(kBigEndianMark);
}

std::string utf8_of_utf16(std::string_view text) {
  using Poco::UTF16Encoding;
  const UTF16Encoding from(text.starts_with(kLittleEndianMark) ? UTF16Encoding::LITTLE_ENDIAN_BYTE_ORDER
                                                               : UTF16Encoding::BIG_ENDIAN_BYTE_ORDER);
  const Poco::UTF8Encoding to;
  const std::string_view characters = text.substr(kLittleEndianMark.size());
  std::string utf8;
  Poco::TextConverter(from, to, kReplacement)
      .convert(characters.data(), static_cast<int>(characters.size()), utf8);  // a file has at most kMaxFileBytes
  return utf8;
}

}  // namespace workbench::config
