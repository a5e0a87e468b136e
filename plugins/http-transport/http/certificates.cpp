#include "http/certificates.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "http/system_certificates.hpp"

namespace workbench::http::transport {
namespace {

/// The text of the file that `option` names. Absent: it cannot be read, and an error has been added.
std::optional<std::string> read_file(const char* option, const std::string& path, std::vector<OptionError>& errors) {
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  std::string reason;
  // The workbench must not wait for the writer of a pipe.
  if (type == std::filesystem::file_type::regular) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.is_open() && !file.bad()) return text;
    reason = std::generic_category().message(errno);
  } else {
    reason = type == std::filesystem::file_type::not_found ? "there is no such file"
             : error                                       ? error.message()
                                                           : "it is not a regular file";
  }
  errors.push_back({option, "cannot be read: '" + path + "': " + reason});
  return std::nullopt;
}

/// Adds what SSL_CERT_FILE and SSL_CERT_DIR name or, where they are not set, OpenSSL looks by itself, and then the
/// folder of the system.
void add_folders(X509_STORE& store, const SystemCertificates& systems) {
  X509_LOOKUP* folder = ::X509_STORE_add_lookup(&store, ::X509_LOOKUP_hash_dir());
  if (folder == nullptr) throw std::bad_alloc();
  ::X509_LOOKUP_add_dir(folder, nullptr, X509_FILETYPE_DEFAULT);
  if (!systems.folder.empty()) ::X509_LOOKUP_add_dir(folder, systems.folder.c_str(), X509_FILETYPE_PEM);
}

/// What the system trusts; nothing if the user has said with SSL_CERT_FILE or SSL_CERT_DIR what to trust.
const SystemCertificates& system_certificates() {
  static const SystemCertificates found = [] {
    const bool is_said = std::getenv("SSL_CERT_FILE") != nullptr || std::getenv("SSL_CERT_DIR") != nullptr;
    return is_said ? SystemCertificates{} : find_system_certificates();
  }();
  return found;
}

/// The certificates of the system, or of SSL_CERT_FILE and SSL_CERT_DIR. A file with all of them takes 0.2 s to read,
/// so it is read once: when the first entry that uses TLS is checked, usually before the loop runs. Certificates in a
/// folder are read when they are needed.
X509_STORE* system_store() {
  static X509_STORE* const store = [] {
    const SystemCertificates& systems = system_certificates();
    X509_STORE* made = ::X509_STORE_new();
    if (made == nullptr) throw std::bad_alloc();
    ::X509_STORE_set_default_paths(made);
    add_folders(*made, systems);
    if (!systems.file.empty()) ::X509_STORE_load_file(made, systems.file.c_str());
    ::ERR_clear_error();  // a file that does not exist is not an error
    return made;
  }();
  return store;
}

X509_STORE* new_store_like_the_systems() {
  X509_STORE* store = ::X509_STORE_new();
  if (store == nullptr) throw std::bad_alloc();
  add_folders(*store, system_certificates());
  const STACK_OF(X509_OBJECT)* known = ::X509_STORE_get0_objects(system_store());
  for (int i = 0; i < sk_X509_OBJECT_num(known); ++i) {
    if (X509* one = ::X509_OBJECT_get0_X509(sk_X509_OBJECT_value(known, i))) ::X509_STORE_add_cert(store, one);
  }
  return store;
}

BIO* new_reader(const std::string& text) {
  BIO* reader = ::BIO_new_mem_buf(text.data(), static_cast<int>(text.size()));
  if (reader == nullptr) throw std::bad_alloc();
  return reader;
}

/// Called for an encrypted key. OpenSSL's own function asks at the terminal.
int refuse_passphrase(char*, int, int, void* is_encrypted) {
  *static_cast<bool*>(is_encrypted) = true;
  return -1;
}

/// All certificates in `pem`, in their order.
std::vector<std::unique_ptr<X509, void (*)(X509*)>> read_certificates(const std::string& pem) {
  const std::unique_ptr<BIO, void (*)(BIO*)> reader(new_reader(pem), &::BIO_free_all);
  std::vector<std::unique_ptr<X509, void (*)(X509*)>> all;
  bool is_encrypted = false;
  while (X509* one = ::PEM_read_bio_X509_AUX(reader.get(), nullptr, &refuse_passphrase, &is_encrypted)) {
    all.emplace_back(one, &::X509_free);
  }
  const unsigned long error = ::ERR_peek_last_error();
  ::ERR_clear_error();
  // One damaged certificate makes the whole file unusable.
  const bool is_end = ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
  if (!is_end) all.clear();
  return all;
}

}  // namespace

Certificates::Certificates(const CertificateFiles& files, std::vector<OptionError>& errors)
    : trusted_(nullptr, &::X509_STORE_free), key_(nullptr, &::EVP_PKEY_free) {
  if (files.are_used) static_cast<void>(system_store());
  if (!files.ca.empty()) read_trusted(files.ca, errors);
  if (!files.cert.empty()) {
    read_own(files, errors);
  } else if (!files.key.empty()) {
    errors.push_back({"keyFile", R"(is the key of a certificate; name that in "certFile")"});
  }
}

void Certificates::read_trusted(const std::string& path, std::vector<OptionError>& errors) {
  const auto pem = read_file("caFile", path, errors);
  if (!pem) return;
  const auto certificates = read_certificates(*pem);
  trusted_.reset(new_store_like_the_systems());
  for (const auto& one : certificates) ::X509_STORE_add_cert(trusted_.get(), one.get());
  ::ERR_clear_error();
  if (certificates.empty())
    errors.push_back({"caFile", "has no certificates in PEM form, or damaged ones: '" + path + "'"});
}

void Certificates::read_own(const CertificateFiles& files, std::vector<OptionError>& errors) {
  const auto pem = read_file("certFile", files.cert, errors);
  if (pem) {
    own_ = read_certificates(*pem);
    if (own_.empty()) {
      errors.push_back({"certFile", "has no certificate in PEM form, or a damaged one: '" + files.cert + "'"});
    }
  }
  if (files.key.empty()) {
    if (pem) read_key(*pem, "certFile", errors);
  } else if (const auto key_pem = read_file("keyFile", files.key, errors)) {
    read_key(*key_pem, "keyFile", errors);
  }
  if (key_ != nullptr && !own_.empty() && ::X509_check_private_key(own_.front().get(), key_.get()) != 1) {
    errors.push_back(
        {files.key.empty() ? "certFile" : "keyFile", "has a private key that does not belong to the certificate"});
  }
  ::ERR_clear_error();
}

void Certificates::read_key(const std::string& pem, const char* option, std::vector<OptionError>& errors) {
  const std::unique_ptr<BIO, void (*)(BIO*)> reader(new_reader(pem), &::BIO_free_all);
  bool is_encrypted = false;
  key_.reset(::PEM_read_bio_PrivateKey(reader.get(), nullptr, &refuse_passphrase, &is_encrypted));
  ::ERR_clear_error();
  if (key_ != nullptr) return;
  if (is_encrypted) {
    errors.push_back(
        {option, "has a private key that is encrypted; store it without a passphrase, readable for you only"});
  } else if (std::string_view(option) == "certFile") {
    errors.push_back({option, R"(has no private key in PEM form; name the key's file in "keyFile")"});
  } else {
    errors.push_back({option, "has no private key in PEM form, or a damaged one"});
  }
}

bool Certificates::apply(SSL_CTX& context) const {
  X509_STORE* trusted = trusted_ == nullptr ? system_store() : trusted_.get();
  if (::X509_STORE_up_ref(trusted) != 1) return false;
  ::SSL_CTX_set_cert_store(&context, trusted);
  if (own_.empty()) return true;
  if (::SSL_CTX_use_certificate(&context, own_.front().get()) != 1) return false;
  for (std::size_t chain = 1; chain < own_.size(); ++chain) {
    if (::SSL_CTX_add1_chain_cert(&context, own_[chain].get()) != 1) return false;
  }
  return ::SSL_CTX_use_PrivateKey(&context, key_.get()) == 1;
}

}  // namespace workbench::http::transport
