#include "http-shared/crypto.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <boost/algorithm/hex.hpp>
#include <iterator>
#include <memory>
#include <system_error>

namespace workbench::http {
namespace {

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock adds a NUL
  text.resize(
      static_cast<std::size_t>(::EVP_EncodeBlock(bytes_of(text), bytes_of(bytes), static_cast<int>(bytes.size()))));
  return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
  std::string bytes(text.size() / 4 * 3, '\0');
  if (text.empty()) return bytes;
  const int size = ::EVP_DecodeBlock(bytes_of(bytes), bytes_of(text), static_cast<int>(text.size()));
  if (size < 0) return std::nullopt;
  // EVP_DecodeBlock returns zero bytes in place of the padding, and is lenient with blanks and padding inside.
  bytes.resize(static_cast<std::size_t>(size) - (text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0));
  if (encode_base64(bytes) != text) return std::nullopt;
  return bytes;
}

std::string encode_base64url(std::string_view bytes) {
  std::string text = encode_base64(bytes);
  text.erase(std::min(text.find('='), text.size()));
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

std::optional<std::string> decode_base64url(std::string_view text) {
  if (text.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
  std::string standard(text);
  std::replace(standard.begin(), standard.end(), '-', '+');
  std::replace(standard.begin(), standard.end(), '_', '/');
  standard.append((4 - standard.size() % 4) % 4, '=');
  return decode_base64(standard);
}

std::optional<std::string> decode_hex(std::string_view digits) {
  std::string bytes;
  try {
    boost::algorithm::unhex(digits, std::back_inserter(bytes));
  } catch (const boost::algorithm::hex_decode_error&) {
    return std::nullopt;
  }
  return bytes;
}

std::string random_hex(std::size_t count) {
  std::string bytes(count, '\0');
  if (::RAND_bytes(bytes_of(bytes), static_cast<int>(count)) != 1) {
    throw std::system_error(std::make_error_code(std::errc::io_error), "no random bytes");
  }
  std::string digits;
  boost::algorithm::hex_lower(bytes, std::back_inserter(digits));
  return digits;
}

// Each request with a token needs one. OpenSSL finds an algorithm by its name in a table of providers, under locks,
// which takes longer than the digest of a token.
std::string sha256(std::string_view text) {
  struct Algorithm {
    std::unique_ptr<EVP_MD, decltype(&::EVP_MD_free)> digest{::EVP_MD_fetch(nullptr, "SHA256", nullptr),
                                                             &::EVP_MD_free};
    std::unique_ptr<EVP_MD_CTX, decltype(&::EVP_MD_CTX_free)> context{::EVP_MD_CTX_new(), &::EVP_MD_CTX_free};
  };
  thread_local const Algorithm algorithm;
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  EVP_MD_CTX* const context = algorithm.context.get();
  const bool is_made = ::EVP_DigestInit_ex2(context, algorithm.digest.get(), nullptr) == 1 &&
                       ::EVP_DigestUpdate(context, text.data(), text.size()) == 1 &&
                       ::EVP_DigestFinal_ex(context, bytes_of(digest), nullptr) == 1;
  if (!is_made) throw std::system_error(std::make_error_code(std::errc::io_error), "no SHA-256");
  return digest;
}

bool equal_in_constant_time(std::string_view one, std::string_view other) {
  return one.size() == other.size() && ::CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace workbench::http
