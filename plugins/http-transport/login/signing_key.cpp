#include "login/signing_key.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <array>
#include <optional>
#include <utility>

#include <workbench/json_writer.hpp>

#include "http-shared/crypto.hpp"
#include "http-shared/file_text.hpp"

namespace workbench::http::login {
namespace {

constexpr std::chrono::seconds kLifetime{60};

template <auto destroy>
struct Destroyer {
  void operator()(auto* object) const { destroy(object); }
};
using Bio = std::unique_ptr<BIO, Destroyer<&::BIO_free_all>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Destroyer<&::EVP_MD_CTX_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, Destroyer<&::ECDSA_SIG_free>>;

Error refused(const std::string& file, const std::string& what) {
  return {ErrorKind::invalid_argument, "'" + file + "' " + what};
}

/// Absent: a kind of key that no algorithm here is for.
std::optional<KeyFamily> family_of(EVP_PKEY* key) {
  if (::EVP_PKEY_is_a(key, "RSA") == 1) return KeyFamily::rsa;
  if (::EVP_PKEY_is_a(key, "ED25519") == 1) return KeyFamily::ed25519;
  std::array<char, 32> curve{};
  std::size_t size = 0;
  if (::EVP_PKEY_is_a(key, "EC") != 1 ||
      ::EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, curve.data(), curve.size(), &size) != 1) {
    return std::nullopt;
  }
  const std::string_view name(curve.data(), size);
  if (name == "prime256v1") return KeyFamily::p256;
  if (name == "secp384r1") return KeyFamily::p384;
  return std::nullopt;
}

std::string_view usual_algorithm(KeyFamily family) {
  switch (family) {
    case KeyFamily::rsa: return "RS256";
    case KeyFamily::p256: return "ES256";
    case KeyFamily::p384: return "ES384";
    case KeyFamily::ed25519: return "EdDSA";
  }
  return {};
}

/// The two numbers of an ECDSA signature, one after the other (RFC 7518, section 3.4), of OpenSSL's DER form.
std::optional<std::string> numbers_of(const std::string& der, std::size_t number_bytes) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
  const EcdsaSignature signature(::d2i_ECDSA_SIG(nullptr, &bytes, static_cast<long>(der.size())));
  if (signature == nullptr) return std::nullopt;
  std::string numbers(2 * number_bytes, '\0');
  auto* const out = reinterpret_cast<unsigned char*>(numbers.data());
  const int size = static_cast<int>(number_bytes);
  if (::BN_bn2binpad(::ECDSA_SIG_get0_r(signature.get()), out, size) != size ||
      ::BN_bn2binpad(::ECDSA_SIG_get0_s(signature.get()), out + number_bytes, size) != size) {
    return std::nullopt;
  }
  return numbers;
}

}  // namespace

Result<SigningKey> SigningKey::read(const std::string& file, std::string_view algorithm, std::string id) {
  const auto text = read_small_file(file);
  if (!text) return text.error();
  const Bio bio(::BIO_new_mem_buf(text->data(), static_cast<int>(text->size())));
  const auto no_password = [](char*, int, int, void*) { return 0; };
  std::shared_ptr<EVP_PKEY> key(::PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr), &::EVP_PKEY_free);
  if (key == nullptr) return refused(file, "has no private key in PEM form without a password");
  const auto family = family_of(key.get());
  if (!family) return refused(file, "has a key that is neither RSA, P-256, P-384 nor Ed25519");
  const SignatureAlgorithm* const chosen =
      find_signature_algorithm(algorithm.empty() ? usual_algorithm(*family) : algorithm);
  if (chosen == nullptr || chosen->family != *family) {
    return refused(file, "has a key that cannot sign with " + std::string(algorithm));
  }
  return SigningKey(std::move(key), *chosen, std::move(id));
}

Result<std::string> SigningKey::assertion(std::string_view client_id, std::string_view audience,
                                          std::chrono::system_clock::time_point now) const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
  JsonWriter head;
  head.object().member("alg", algorithm_->name).member("typ", "JWT");
  if (!id_.empty()) head.member("kid", id_);
  JsonWriter claims;
  claims.object().member("iss", client_id).member("sub", client_id).member("aud", audience);
  claims.member("jti", random_hex(16)).key("iat").number(seconds.count());
  claims.key("exp").number((seconds + kLifetime).count());
  std::string text = encode_base64url(std::move(head.end()).take());
  text.append(".").append(encode_base64url(std::move(claims.end()).take()));
  auto signature = sign(text);
  if (!signature) return signature;
  return text.append(".").append(encode_base64url(*signature));
}

Result<std::string> SigningKey::sign(std::string_view text) const {
  const Error failed{ErrorKind::internal, "OpenSSL cannot sign with the private key"};
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  const DigestContext context(::EVP_MD_CTX_new());
  EVP_PKEY_CTX* parameters = nullptr;
  if (context == nullptr || ::EVP_DigestSignInit_ex(context.get(), &parameters, algorithm_->digest, nullptr, nullptr,
                                                    key_.get(), nullptr) != 1) {
    return failed;
  }
  if (algorithm_->is_pss && (::EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) != 1 ||
                             ::EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) != 1)) {
    return failed;
  }
  std::size_t size = 0;
  if (::EVP_DigestSign(context.get(), nullptr, &size, bytes, text.size()) != 1) return failed;
  std::string signature(size, '\0');
  auto* const out = reinterpret_cast<unsigned char*>(signature.data());
  if (::EVP_DigestSign(context.get(), out, &size, bytes, text.size()) != 1) return failed;
  signature.resize(size);
  if (algorithm_->number_bytes == 0) return signature;
  auto numbers = numbers_of(signature, algorithm_->number_bytes);
  if (!numbers) return failed;
  return *std::move(numbers);
}

}  // namespace workbench::http::login
