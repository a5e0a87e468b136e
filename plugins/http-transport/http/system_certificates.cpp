#include "http/system_certificates.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace workbench::http::transport {
namespace {

constexpr std::array kFolders{
    "/etc/ssl/certs",                                  // Debian, Ubuntu, Arch, openSUSE
    "/etc/pki/ca-trust/extracted/pem/directory-hash",  // Fedora from 39, RHEL 10
    "/etc/pki/tls/certs",                              // RHEL of before
};
constexpr std::array kFiles{
    "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Arch, NixOS
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora, RHEL
    "/etc/pki/tls/certs/ca-bundle.crt",                   // their older versions
    "/etc/ssl/ca-bundle.pem",                             // openSUSE
    "/etc/ssl/cert.pem",                                  // others
};

/// "the certificate's subject name hash value ... with a .0 appended" (openssl-rehash(1))
bool is_named_after_a_hash(const std::filesystem::path& file) {
  constexpr std::size_t kHashDigits = 8;
  const std::string name = file.filename().string();
  return name.size() == kHashDigits + 2 && name.ends_with(".0") &&
         name.find_first_not_of("0123456789abcdef") == kHashDigits;
}

bool has_hashes(const std::filesystem::path& folder) {
  std::error_code failed;
  const std::filesystem::directory_iterator files(folder, failed);
  return !failed &&
         std::any_of(begin(files), end(files), [](const auto& file) { return is_named_after_a_hash(file.path()); });
}

bool has_content(const std::filesystem::path& file) {
  std::error_code failed;
  return std::filesystem::is_regular_file(file, failed) && std::filesystem::file_size(file, failed) > 0 && !failed;
}

}  // namespace

SystemCertificates find_system_certificates(const std::string& root) {
  for (const char* const folder : kFolders) {
    if (has_hashes(root + folder)) return {.file = {}, .folder = root + folder};
  }
  for (const char* const file : kFiles) {
    if (has_content(root + file)) return {.file = root + file, .folder = {}};
  }
  return {};
}

}  // namespace workbench::http::transport
