// Clients with certificates (mTLS).

#include "forked_child.hpp"
#include "operator.hpp"
#include "test_certificates.hpp"
#include "tls_client.hpp"

namespace {

using namespace http_fixture;
using test_support::ForkedChild;
using test_support::kOtherUser;
using workbench::test::TestCertificate;

constexpr const char* kSubjectOfAda = R"(CN=ada,O=Example\, Inc.)";

class ClientCertificates : public testing::Test {
 protected:
  struct Files {
    std::filesystem::path certificate;
    std::filesystem::path key;
  };

  [[nodiscard]] Files write(const std::string& name, const TestCertificate& certificate) const {
    return {folder_.write(name + ".pem", certificate.certificate_pem()),
            folder_.write(name + ".key", certificate.key_pem())};
  }

  [[nodiscard]] std::vector<std::string> options(std::initializer_list<std::string> settings = {}) const {
    const std::string certificates = TEST_CERTIFICATES;
    auto options =
        listener_options({"certificate=" + certificates + "/localhost.pem", "key=" + certificates + "/localhost.key",
                          "clientCa=" + write("ca", ca_).certificate.string(), "accessLog=true"});
    const auto more = listener_options(settings);
    options.insert(options.end(), more.begin(), more.end());
    return options;
  }

  [[nodiscard]] TlsClient::Options ada() const {
    const Files files = write("ada", TestCertificate({.common_name = "ada", .issuer = &ca_}));
    return {files.certificate, files.key, {}};
  }
  /// Of a CA that the workbench does not know.
  [[nodiscard]] TlsClient::Options stranger() const {
    const Files files = write("stranger", TestCertificate({.common_name = "ada"}));
    return {files.certificate, files.key, {}};
  }

  static std::string ask(const HttpWorkbench& workbench, const TlsClient::Options& client,
                         const std::string& request = kGet) {
    return TlsClient(workbench.port(), client).ask(request);
  }

  const TemporaryFolder folder_;
  const TestCertificate ca_{{.common_name = "clients", .is_ca = true}};
};

TEST_F(ClientCertificates, NameThePrincipalByTheirSubject) {
  HttpWorkbench workbench(dev_toolbox(), with_call_log(options()));
  EXPECT_THAT(ask(workbench, ada(), modern_call("echo")), HasSubstr("\"echo\":{}"));
  workbench.process().wait_for_error_text(R"("principal":"CN=ada,O=Example\\, Inc.")");
}

TEST_F(ClientCertificates, AreRequiredByDefault) {
  HttpWorkbench workbench(dev_toolbox(), options());
  EXPECT_ANY_THROW(static_cast<void>(ask(workbench, {})));
  workbench.process().wait_for_error_text("refused 127.0.0.1: the client has sent no certificate");
}

TEST_F(ClientCertificates, OfAForeignCaAreRefused) {
  HttpWorkbench workbench(dev_toolbox(), options());
  EXPECT_ANY_THROW(static_cast<void>(ask(workbench, stranger())));
  workbench.process().wait_for_error_text("refused 127.0.0.1: the client's certificate is not accepted (");
}

TEST_F(ClientCertificates, MayBeOptional) {
  HttpWorkbench workbench(dev_toolbox(), options({"clientCertificates=optional"}));
  EXPECT_THAT(ask(workbench, {}), StartsWith("HTTP/1.1 400 ")) << "no session";
  workbench.process().wait_for_error_text("[access] 127.0.0.1 - GET /mcp 400 ");
  EXPECT_THAT(ask(workbench, ada()), StartsWith("HTTP/1.1 400 "));
  workbench.process().wait_for_error_text(R"([access] 127.0.0.1 "CN=ada,O=Example\\, Inc." GET /mcp 400 )");
  EXPECT_ANY_THROW(static_cast<void>(ask(workbench, stranger()))) << "one that is sent has to be valid";
}

TEST_F(ClientCertificates, LetInProcessesOfOtherUsers) {
  if (!is_root()) GTEST_SKIP() << "only root can connect as another user";
  const HttpWorkbench workbench(dev_toolbox(), options({"clientCertificates=optional"}));
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  const auto ask_as_another_user = [&](const TlsClient::Options& client) {
    const ForkedChild child([&](const ForkedChild::Parent& parent) {
      if (::setgid(kOtherUser) != 0 || ::setuid(kOtherUser) != 0) return;
      try {
        parent.report(ask(workbench, client));
      } catch (const std::exception& error) {
        parent.report(error.what());
      }
    });
    return child.report();
  };
  EXPECT_THAT(ask_as_another_user(ada()), StartsWith("HTTP/1.1 400 ")) << "no session";
  EXPECT_THAT(ask_as_another_user({}), StartsWith("HTTP/1.1 403 "));
}

TEST_F(ClientCertificates, HaveThePrincipalOfTheTokensFile) {
  const auto tokens =
      folder_.write("tokens.json", R"({"countess":{"subject":"CN=ada,O=Example\\, Inc."},"bob":{"token":"of-bob"}})");
  HttpWorkbench workbench(dev_toolbox(), options({"tokensFile=" + tokens.string(), "clientCertificates=optional"}));
  EXPECT_THAT(ask(workbench, ada()), StartsWith("HTTP/1.1 400 ")) << "no session";
  workbench.process().wait_for_error_text("[access] 127.0.0.1 countess GET /mcp 400 ");
  EXPECT_THAT(ask(workbench, {}), StartsWith("HTTP/1.1 401 "));
  workbench.process().wait_for_error_text("refused 127.0.0.1: no token");
}

TEST_F(ClientCertificates, ThatTheTokensFileDoesNotListAreRefused) {
  const auto tokens = folder_.write("tokens.json", R"({"bob":{"subject":"CN=bob"}})");
  HttpWorkbench workbench(dev_toolbox(), options({"tokensFile=" + tokens.string()}));
  EXPECT_THAT(ask(workbench, ada()), StartsWith("HTTP/1.1 403 "));
  workbench.process().wait_for_error_text("refused 127.0.0.1: certificate not listed: " + std::string(kSubjectOfAda));
}

}  // namespace
