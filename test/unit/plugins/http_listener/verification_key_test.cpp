// Which keys of a key set can verify signatures.

#include "access_tokens/verification_key.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http-shared/crypto.hpp"
#include "json/scanner_json_access.hpp"
#include "oauth_keys.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

const json::ScannerJsonAccess json_access{100};

/// Empty: the set has keys.
std::string problem(const std::string& set) {
  const auto keys = http::read_verification_keys(json_access, set);
  if (!keys) return keys.error().message;
  return keys->empty() ? "no key" : "";
}

std::string set_of(const std::string& keys) {
  return R"({"keys":[)" + keys + "]}";
}

/// The key with one text in it replaced.
std::string changed(std::string key, const std::string& from, const std::string& to) {
  key.replace(key.find(from), from.size(), to);
  return key;
}

TEST(VerificationKeys, AreReadBesideThoseThatCannotBeUsed) {
  const SigningKey rsa("RS256", "rsa");
  const SigningKey curve("ES256", "curve");
  const std::string secret = R"({"kty":"oct","kid":"secret","k":"c2VjcmV0"})";
  const std::string unknown = R"({"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"})";
  const auto keys =
      http::read_verification_keys(json_access, set_of(rsa.jwk() + "," + secret + "," + unknown + ",7," + curve.jwk()));
  ASSERT_TRUE(keys);
  ASSERT_EQ(keys->size(), 2U);
  EXPECT_EQ(keys->front().id, "rsa");
  EXPECT_EQ(keys->back().id, "curve");
}

TEST(VerificationKeys, AreForTheAlgorithmsOfTheirFamilyAndTheirAlgOnly) {
  const auto fits = [](const std::string& key, std::string_view algorithm) {
    const auto keys = http::read_verification_keys(json_access, set_of(key));
    return keys && keys->front().fits(*http::find_signature_algorithm(algorithm));
  };
  const std::string key = SigningKey("RS256").jwk();
  EXPECT_TRUE(fits(key, "RS256"));
  EXPECT_FALSE(fits(key, "PS256"));
  const std::string any = changed(key, R"("alg":"RS256",)", "");
  EXPECT_TRUE(fits(any, "PS256"));
  EXPECT_FALSE(fits(any, "ES256"));
  EXPECT_FALSE(fits(SigningKey("ES256").jwk(), "ES384"));
}

TEST(VerificationKeys, AreNotThoseForEncryption) {
  const std::string key = SigningKey("RS256").jwk();
  EXPECT_EQ(problem(set_of(changed(key, R"("use":"sig")", R"("use":"enc")"))), "no key");
  EXPECT_EQ(problem(set_of(changed(key, R"("use":"sig")", R"("key_ops":["encrypt"])"))), "no key");
  EXPECT_EQ(problem(set_of(changed(key, R"("use":"sig")", R"("key_ops":["verify"])"))), "");
}

TEST(VerificationKeys, AreNeitherWeakNorInvalid) {
  const auto rsa = [](std::size_t bytes, const std::string& exponent) {
    return set_of(R"({"kty":"RSA","n":")" + http::encode_base64url(std::string(bytes, '\xff')) + R"(","e":")" +
                  exponent + "\"}");
  };
  EXPECT_EQ(problem(rsa(256, "AQAB")), "");
  EXPECT_EQ(problem(rsa(128, "AQAB")), "no key") << "1024 bits";
  EXPECT_EQ(problem(rsa(2048, "AQAB")), "no key") << "16384 bits take long";
  EXPECT_EQ(problem(rsa(256, "AQ")), "no key") << "with the exponent 1 everything is signed";
  EXPECT_EQ(problem(rsa(256, "AQAAAAAAAAE")), "no key") << "a large exponent takes long";
  const std::string zeros = http::encode_base64url(std::string(32, '\x01'));
  EXPECT_EQ(problem(set_of(R"({"kty":"EC","crv":"P-256","x":")" + zeros + R"(","y":")" + zeros + "\"}")), "no key")
      << "the point is not on the curve";
}

TEST(VerificationKeys, MayAllBeWithdrawn) {
  EXPECT_EQ(problem(set_of("")), "no key");
}

TEST(VerificationKeys, AreNotReadFromGarbage) {
  EXPECT_THAT(problem("<html>"), HasSubstr("not valid JSON"));
  EXPECT_THAT(problem("[]"), HasSubstr("no array \"keys\""));
  EXPECT_THAT(problem(R"({"keys":{}})"), HasSubstr("no array \"keys\""));
  std::string many = "1";
  for (int i = 0; i != 100; ++i) many += ",1";
  EXPECT_THAT(problem(set_of(many)), HasSubstr("more than 100 keys"));
}

}  // namespace
}  // namespace workbench::test
