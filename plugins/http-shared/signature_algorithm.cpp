#include "http-shared/signature_algorithm.hpp"

#include <algorithm>
#include <array>

namespace workbench::http {
namespace {

constexpr std::array<SignatureAlgorithm, 9> kAlgorithms{{
    {"RS256", KeyFamily::rsa, "SHA256", false},
    {"RS384", KeyFamily::rsa, "SHA384", false},
    {"RS512", KeyFamily::rsa, "SHA512", false},
    {"PS256", KeyFamily::rsa, "SHA256", true},
    {"PS384", KeyFamily::rsa, "SHA384", true},
    {"PS512", KeyFamily::rsa, "SHA512", true},
    {"ES256", KeyFamily::p256, "SHA256", false, 32},
    {"ES384", KeyFamily::p384, "SHA384", false, 48},
    {"EdDSA", KeyFamily::ed25519, nullptr, false},
}};

}  // namespace

const SignatureAlgorithm* find_signature_algorithm(std::string_view name) {
  const auto* const found =
      std::find_if(kAlgorithms.begin(), kAlgorithms.end(), [&](const auto& one) { return one.name == name; });
  return found == kAlgorithms.end() ? nullptr : &*found;
}

}  // namespace workbench::http
