#include "http-shared/crypto.hpp"

#include <gtest/gtest.h>

namespace workbench::http {
namespace {

TEST(Base64, IsReadBackAsTheSameBytes) {
  for (std::size_t size = 0; size != 100; ++size) {
    std::string bytes;
    for (std::size_t i = 0; i != size; ++i) bytes.push_back(static_cast<char>(i * 37));
    EXPECT_EQ(decode_base64(encode_base64(bytes)), bytes) << size;
  }
  EXPECT_EQ(encode_base64("Hello"), "SGVsbG8=");
}

TEST(Base64, IsReadStrictly) {
  for (const char* text :
       {"SGVsbG8", "SGVsbG9=", "SGVs\n", " SGVsbG8=", "SG=sbG8=", "SGVs-G8=", "====", "=", "SGVsbG8=SGVs"}) {
    EXPECT_EQ(decode_base64(text), std::nullopt) << text;
  }
}

TEST(Base64Url, IsReadBackAsTheSameBytes) {
  for (std::size_t size = 0; size != 100; ++size) {
    std::string bytes;
    for (std::size_t i = 0; i != size; ++i) bytes.push_back(static_cast<char>(i * 37));
    EXPECT_EQ(decode_base64url(encode_base64url(bytes)), bytes) << size;
  }
  EXPECT_EQ(encode_base64url("\xfb\xff\xfe?"), "-__-Pw");
}

TEST(Base64Url, IsReadStrictly) {
  for (const char* text : {"-__-Pw==", "+//+Pw", "-__-Px", "-__-P", "-__-Pw\n", "-_ _-Pw"}) {
    EXPECT_EQ(decode_base64url(text), std::nullopt) << text;
  }
}

TEST(Hex, IsReadInEitherCase) {
  EXPECT_EQ(decode_hex("4a6B"), "Jk");
  EXPECT_EQ(decode_hex(""), "");
  for (const char* text : {"4", "4g", "4 ", "0x4a"}) EXPECT_EQ(decode_hex(text), std::nullopt) << text;
}

TEST(RandomHex, HasTwoDigitsForEachByteAndDiffers) {
  const std::string one = random_hex(32);
  EXPECT_EQ(one.size(), 64U);
  EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(one, random_hex(32));
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256("abc"), decode_hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

TEST(EqualInConstantTime, ComparesAllBytes) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
}

}  // namespace
}  // namespace workbench::http
