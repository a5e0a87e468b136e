#include "oauth_keys.hpp"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "http-shared/crypto.hpp"

namespace workbench::test {
namespace {

using http::encode_base64url;

std::string number_of(EVP_PKEY* key, const char* name, int size = 0) {
  BIGNUM* number = nullptr;
  if (::EVP_PKEY_get_bn_param(key, name, &number) != 1) throw std::runtime_error(name);
  std::string bytes(static_cast<std::size_t>(size == 0 ? BN_num_bytes(number) : size), '\0');
  ::BN_bn2binpad(number, reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  ::BN_free(number);
  return bytes;
}

/// The two numbers of an ECDSA signature, each of `size` bytes.
std::string concatenated(const std::string& asn1, int size) {
  const auto* begin = reinterpret_cast<const unsigned char*>(asn1.data());
  ECDSA_SIG* both = ::d2i_ECDSA_SIG(nullptr, &begin, static_cast<long>(asn1.size()));
  std::string bytes(2 * static_cast<std::size_t>(size), '\0');
  auto* out = reinterpret_cast<unsigned char*>(bytes.data());
  ::BN_bn2binpad(::ECDSA_SIG_get0_r(both), out, size);
  ::BN_bn2binpad(::ECDSA_SIG_get0_s(both), out + size, size);
  ::ECDSA_SIG_free(both);
  return bytes;
}

EVP_PKEY* generate(const std::string& algorithm) {
  if (algorithm == "ES256") return ::EVP_EC_gen("P-256");
  if (algorithm == "ES384") return ::EVP_EC_gen("P-384");
  if (algorithm == "EdDSA") return ::EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
  return ::EVP_RSA_gen(2048U);
}

}  // namespace

SigningKey::SigningKey(std::string algorithm, std::string id)
    : algorithm_(std::move(algorithm)), id_(std::move(id)), key_(generate(algorithm_), &::EVP_PKEY_free) {}

std::string SigningKey::jwk() const {
  const std::string common = R"({"use":"sig","kid":")" + id_ + R"(","alg":")" + algorithm_ + "\",";
  const auto text = [](const char* name, const std::string& bytes) {
    return "\"" + std::string(name) + "\":\"" + encode_base64url(bytes) + "\"";
  };
  if (algorithm_.starts_with("ES")) {
    const int size = algorithm_ == "ES256" ? 32 : 48;
    return common + R"("kty":"EC","crv":")" + (size == 32 ? "P-256" : "P-384") + "\"," +
           text("x", number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_X, size)) + "," +
           text("y", number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_Y, size)) + "}";
  }
  if (algorithm_ == "EdDSA") {
    std::string point(32, '\0');
    std::size_t size = point.size();
    ::EVP_PKEY_get_raw_public_key(key_.get(), reinterpret_cast<unsigned char*>(point.data()), &size);
    return common + R"("kty":"OKP","crv":"Ed25519",)" + text("x", point) + "}";
  }
  return common + R"("kty":"RSA",)" + text("n", number_of(key_.get(), OSSL_PKEY_PARAM_RSA_N)) + "," +
         text("e", number_of(key_.get(), OSSL_PKEY_PARAM_RSA_E)) + "}";
}

std::string SigningKey::public_pem() const {
  BIO* memory = ::BIO_new(::BIO_s_mem());
  ::PEM_write_bio_PUBKEY(memory, key_.get());
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory, &text);
  std::string pem(text, static_cast<std::size_t>(size));
  ::BIO_free(memory);
  return pem;
}

std::string SigningKey::sign(std::string_view claims) const {
  return sign(R"({"typ":"JWT","alg":")" + algorithm_ + R"(","kid":")" + id_ + "\"}", claims);
}

std::string SigningKey::sign(std::string_view header, std::string_view claims) const {
  const std::string text = encode_base64url(header) + "." + encode_base64url(claims);
  return text + "." + encode_base64url(signature(text));
}

std::string SigningKey::signature(std::string_view text) const {
  const std::string digest = "SHA" + algorithm_.substr(2);
  EVP_MD_CTX* context = ::EVP_MD_CTX_new();
  EVP_PKEY_CTX* options = nullptr;
  ::EVP_DigestSignInit_ex(context, &options, algorithm_ == "EdDSA" ? nullptr : digest.c_str(), nullptr, nullptr,
                          key_.get(), nullptr);
  if (algorithm_.starts_with("PS")) {
    ::EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING);
    ::EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST);
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t size = 0;
  ::EVP_DigestSign(context, nullptr, &size, bytes, text.size());
  std::string made(size, '\0');
  ::EVP_DigestSign(context, reinterpret_cast<unsigned char*>(made.data()), &size, bytes, text.size());
  made.resize(size);
  ::EVP_MD_CTX_free(context);
  return algorithm_.starts_with("ES") ? concatenated(made, algorithm_ == "ES256" ? 32 : 48) : made;
}

std::string compact_token(std::string_view header, std::string_view claims, std::string_view signature) {
  return encode_base64url(header) + "." + encode_base64url(claims) + "." + encode_base64url(signature);
}

}  // namespace workbench::test
