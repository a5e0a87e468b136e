#include "test_certificates.hpp"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

#include <stdexcept>

namespace workbench::test {
namespace {

constexpr long kSecondsOfADay = 24L * 3600;

template <typename T>
T* made(T* object) {
  if (object == nullptr) throw std::runtime_error("OpenSSL cannot make a certificate for the test");
  return object;
}

std::shared_ptr<BIO> memory() {
  return {made(::BIO_new(::BIO_s_mem())), ::BIO_free};
}

std::string text_of(BIO* bio) {
  const char* data = nullptr;
  const long size = ::BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

void add_extension(X509* certificate, int kind, const char* value) {
  const std::shared_ptr<X509_EXTENSION> extension(made(::X509V3_EXT_conf_nid(nullptr, nullptr, kind, value)),
                                                  ::X509_EXTENSION_free);
  ::X509_add_ext(certificate, extension.get(), -1);
}

}  // namespace

TestCertificate::TestCertificate(const Description& description)
    : key_(made(description.rsa_bits == 0 ? ::EVP_EC_gen("P-256")
                                          : ::EVP_RSA_gen(static_cast<unsigned>(description.rsa_bits))),
           ::EVP_PKEY_free),
      certificate_(made(::X509_new()), ::X509_free) {
  static long serial = 0;
  X509* const certificate = certificate_.get();
  ::X509_set_version(certificate, X509_VERSION_3);
  ::ASN1_INTEGER_set(::X509_get_serialNumber(certificate), ++serial);
  ::X509_gmtime_adj(::X509_getm_notBefore(certificate), description.begins_in_days * kSecondsOfADay);
  ::X509_gmtime_adj(::X509_getm_notAfter(certificate), description.ends_in_days * kSecondsOfADay);
  X509_NAME* const subject = ::X509_get_subject_name(certificate);
  if (!description.common_name.empty()) {
    const auto add = [&](const char* field, const std::string& value) {
      ::X509_NAME_add_entry_by_txt(subject, field, MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(value.data()),
                                   static_cast<int>(value.size()), -1, 0);
    };
    add("O", "Example, Inc.");
    add("CN", description.common_name);
  }
  const TestCertificate* const issuer = description.issuer == nullptr ? this : description.issuer;
  ::X509_set_issuer_name(certificate, ::X509_get_subject_name(issuer->certificate()));
  ::X509_set_pubkey(certificate, key_.get());
  if (description.is_ca) add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
  if (::X509_sign(certificate, issuer->key(), ::EVP_sha256()) == 0) {
    throw std::runtime_error("OpenSSL cannot sign a certificate for the test");
  }
}

std::string TestCertificate::certificate_pem() const {
  const auto bio = memory();
  ::PEM_write_bio_X509(bio.get(), certificate());
  return text_of(bio.get());
}

std::string TestCertificate::key_pem(const std::string& password) const {
  const auto bio = memory();
  ::PEM_write_bio_PKCS8PrivateKey(bio.get(), key(), password.empty() ? nullptr : ::EVP_aes_256_cbc(), password.data(),
                                  static_cast<int>(password.size()), nullptr, nullptr);
  return text_of(bio.get());
}

std::string TestCertificate::traditional_key_pem(const std::string& password) const {
  const auto bio = memory();
  ::PEM_write_bio_PrivateKey_traditional(bio.get(), key(), ::EVP_aes_256_cbc(),
                                         reinterpret_cast<const unsigned char*>(password.data()),
                                         static_cast<int>(password.size()), nullptr, nullptr);
  return text_of(bio.get());
}

}  // namespace workbench::test
