#include "access_tokens/verification_key.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include <utility>

#include "http-shared/crypto.hpp"
#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

/// More than any authorization server has; each costs a check.
constexpr std::size_t kMaxKeys = 100;
/// The time that a verification takes grows with both.
constexpr int kMinRsaBits = 2048;
constexpr int kMaxRsaBits = 8192;
constexpr std::size_t kMaxExponentBytes = 4;

template <auto destroy>
struct Destroyer {
  void operator()(auto* object) const { destroy(object); }
};
using Number = std::unique_ptr<BIGNUM, Destroyer<&::BN_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Destroyer<&::EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Destroyer<&::EVP_MD_CTX_free>>;
using ParameterBuilder = std::unique_ptr<OSSL_PARAM_BLD, Destroyer<&::OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Destroyer<&::OSSL_PARAM_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, Destroyer<&::ECDSA_SIG_free>>;
using KeyPtr = std::shared_ptr<EVP_PKEY>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Number number_of(std::string_view bytes) {
  return Number(::BN_bin2bn(bytes_of(bytes), static_cast<int>(bytes.size()), nullptr));
}

/// Null: OpenSSL does not accept the parameters as a public key.
KeyPtr key_from(const char* type, OSSL_PARAM_BLD* builder) {
  const Parameters parameters(::OSSL_PARAM_BLD_to_param(builder));
  const KeyContext context(::EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* key = nullptr;
  if (parameters == nullptr || context == nullptr || ::EVP_PKEY_fromdata_init(context.get()) != 1 ||
      ::EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    return nullptr;
  }
  return {key, &::EVP_PKEY_free};
}

KeyPtr rsa_key(std::string_view modulus, std::string_view exponent) {
  if (exponent.size() > kMaxExponentBytes || modulus.size() > kMaxRsaBits / 8 + 1) return nullptr;
  const Number n = number_of(modulus);
  const Number e = number_of(exponent);
  if (n == nullptr || e == nullptr || ::BN_num_bits(n.get()) < kMinRsaBits || ::BN_num_bits(n.get()) > kMaxRsaBits ||
      ::BN_is_odd(n.get()) == 0 || ::BN_is_odd(e.get()) == 0 || ::BN_is_one(e.get()) != 0) {
    return nullptr;
  }
  const ParameterBuilder builder(::OSSL_PARAM_BLD_new());
  ::OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get());
  ::OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get());
  return key_from("RSA", builder.get());
}

KeyPtr curve_key(const char* curve, std::size_t bytes, std::string_view x, std::string_view y) {
  if (x.size() != bytes || y.size() != bytes) return nullptr;
  const std::string point = std::string(1, '\x04').append(x).append(y);  // uncompressed
  const ParameterBuilder builder(::OSSL_PARAM_BLD_new());
  ::OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve, 0);
  ::OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size());
  KeyPtr key = key_from("EC", builder.get());
  if (key == nullptr) return nullptr;
  const KeyContext check(::EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
  return check != nullptr && ::EVP_PKEY_public_check(check.get()) == 1 ? key : nullptr;
}

/// The two numbers of an ECDSA signature are concatenated in a token (RFC 7518, section 3.4), and ASN.1 in OpenSSL.
/// Empty: it is not such a signature.
std::string asn1_signature(std::string_view signature, std::size_t number_bytes) {
  if (signature.size() != 2 * number_bytes) return {};
  Number r = number_of(signature.substr(0, number_bytes));
  Number s = number_of(signature.substr(number_bytes));
  const EcdsaSignature both(::ECDSA_SIG_new());
  if (r == nullptr || s == nullptr || both == nullptr || ::ECDSA_SIG_set0(both.get(), r.release(), s.release()) != 1) {
    return {};
  }
  unsigned char* encoded = nullptr;
  const int size = ::i2d_ECDSA_SIG(both.get(), &encoded);
  std::string text =
      size <= 0 ? std::string() : std::string(reinterpret_cast<const char*>(encoded), static_cast<std::size_t>(size));
  ::OPENSSL_free(encoded);
  return text;
}

/// Reads one key of a set.
class KeyReader {
 public:
  KeyReader(const JsonAccess& json, const Json& key) : json_(json), key_(key) {}

  /// Absent: it cannot verify signatures of tokens.
  [[nodiscard]] std::optional<VerificationKey> read() const {
    if (key_.kind() != JsonKind::object || !is_for_signatures()) return std::nullopt;
    VerificationKey key;
    key.id = text("kid");
    if (const std::string algorithm = text("alg"); !algorithm.empty()) key.algorithm = algorithm;
    const std::string type = text("kty");
    const std::string curve = text("crv");
    if (type == "RSA") {
      key.family = KeyFamily::rsa;
      key.key = rsa_key(bytes("n"), bytes("e"));
    } else if (type == "EC" && curve == "P-256") {
      key.family = KeyFamily::p256;
      key.key = curve_key("P-256", 32, bytes("x"), bytes("y"));
    } else if (type == "EC" && curve == "P-384") {
      key.family = KeyFamily::p384;
      key.key = curve_key("P-384", 48, bytes("x"), bytes("y"));
    } else if (type == "OKP" && curve == "Ed25519") {
      key.family = KeyFamily::ed25519;
      const std::string point = bytes("x");
      key.key = {::EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(point), point.size()),
                 &::EVP_PKEY_free};
    }
    if (key.key == nullptr) return std::nullopt;
    return key;
  }

 private:
  [[nodiscard]] std::string text(std::string_view name) const {
    return string_or_empty(json_, member(json_, key_, name));
  }
  [[nodiscard]] std::string bytes(std::string_view name) const {
    return decode_base64url(text(name)).value_or(std::string());
  }
  /// By `use` and `key_ops` (RFC 7517, sections 4.2 and 4.3); both are optional.
  [[nodiscard]] bool is_for_signatures() const {
    const std::string use = text("use");
    if (!use.empty() && use != "sig") return false;
    const auto operations = json_.elements(member(json_, key_, "key_ops"));
    if (!operations) return true;
    for (const Json& operation : *operations) {
      if (string_or_empty(json_, operation) == "verify") return true;
    }
    return false;
  }

  const JsonAccess& json_;
  const Json& key_;
};

}  // namespace

bool VerificationKey::fits(const SignatureAlgorithm& wanted) const {
  return family == wanted.family && (!algorithm || *algorithm == wanted.name);
}

bool VerificationKey::verifies(const SignatureAlgorithm& signature_algorithm, std::string_view text,
                               std::string_view signature) const {
  std::string converted;
  if (signature_algorithm.number_bytes != 0) {
    converted = asn1_signature(signature, signature_algorithm.number_bytes);
    signature = converted;
  }
  const DigestContext context(::EVP_MD_CTX_new());
  EVP_PKEY_CTX* options = nullptr;  // belongs to `context`
  const bool is_verified =
      context != nullptr && !signature.empty() &&
      ::EVP_DigestVerifyInit_ex(context.get(), &options, signature_algorithm.digest, nullptr, nullptr, key.get(),
                                nullptr) == 1 &&
      (!signature_algorithm.is_pss || (::EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) == 1 &&
                                       ::EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) == 1)) &&
      ::EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(text), text.size()) == 1;
  // An error that a wrong signature leaves here would be taken for an error of the next operation of TLS.
  ::ERR_clear_error();
  return is_verified;
}

Result<std::vector<VerificationKey>> read_verification_keys(const JsonAccess& json, std::string text) {
  const auto set = json.checked(std::move(text));
  if (!set) return Error{ErrorKind::protocol, "its key set is not valid JSON (" + set.error().message + ")"};
  const Json list = member(json, *set, "keys");
  if (list.kind() != JsonKind::array) return Error{ErrorKind::protocol, R"(its key set has no array "keys")"};
  if (has_more_elements(list, kMaxKeys)) {
    return Error{ErrorKind::protocol, "its key set has more than " + std::to_string(kMaxKeys) + " keys"};
  }
  std::vector<VerificationKey> keys;
  const auto elements = json.elements(list);
  for (const Json& element : *elements) {
    if (auto key = KeyReader(json, element).read()) keys.push_back(*std::move(key));
  }
  ::ERR_clear_error();
  return keys;
}

}  // namespace workbench::http
