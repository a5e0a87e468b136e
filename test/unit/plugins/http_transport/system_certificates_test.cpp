#include "http/system_certificates.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "temporary_folder.hpp"

namespace workbench::http::transport {
namespace {

/// The files of a system, below a folder.
class System {
 public:
  System& with(const std::string& file, const std::string& content = "-----BEGIN CERTIFICATE-----\n") {
    const std::filesystem::path path = root() + file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
    return *this;
  }
  [[nodiscard]] std::string root() const { return folder_.path().string(); }
  [[nodiscard]] SystemCertificates found() const { return find_system_certificates(root()); }

 private:
  test_support::TemporaryFolder folder_;
};

TEST(SystemCertificates, OfDebianAreInAFolderOfHashesWhichIsPreferredToTheFile) {
  System debian;
  debian.with("/etc/ssl/certs/ca-certificates.crt").with("/etc/ssl/certs/1d3472b9.0");
  EXPECT_EQ(debian.found(), (SystemCertificates{"", debian.root() + "/etc/ssl/certs"}));
}

TEST(SystemCertificates, OfASlimImageAreInTheFileAlone) {
  System image;
  image.with("/etc/ssl/certs/ca-certificates.crt").with("/etc/ssl/certs/README.0").with("/etc/ssl/certs/some.pem");
  EXPECT_EQ(image.found(), (SystemCertificates{image.root() + "/etc/ssl/certs/ca-certificates.crt", ""}));
}

TEST(SystemCertificates, AreFoundWhereOtherDistributionsHaveThem) {
  for (const char* const file : {"/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
                                 "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
    System system;
    system.with(file);
    EXPECT_EQ(system.found(), (SystemCertificates{system.root() + file, ""}));
  }
  System fedora;
  fedora.with("/etc/pki/tls/certs/ca-bundle.crt").with("/etc/pki/ca-trust/extracted/pem/directory-hash/1d3472b9.0");
  EXPECT_EQ(fedora.found(), (SystemCertificates{"", fedora.root() + "/etc/pki/ca-trust/extracted/pem/directory-hash"}));
}

TEST(SystemCertificates, AreNotInAnEmptyFile) {
  System system;
  system.with("/etc/ssl/certs/ca-certificates.crt", "").with("/etc/ssl/cert.pem");
  EXPECT_EQ(system.found(), (SystemCertificates{system.root() + "/etc/ssl/cert.pem", ""}));
}

TEST(SystemCertificates, MayBeAbsent) {
  EXPECT_EQ(System().found(), SystemCertificates{});
}

}  // namespace
}  // namespace workbench::http::transport
