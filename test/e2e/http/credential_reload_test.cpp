// Tokens and certificates that change while the workbench runs.

#include <csignal>

#include "operator.hpp"
#include "test_certificates.hpp"
#include "tls_client.hpp"

namespace {

using namespace http_fixture;
using workbench::test::TestCertificate;

constexpr const char* kBoth = R"({"ada":{"token":"of-ada"},"bob":{"token":"of-bob"}})";
constexpr const char* kOnlyBob = R"({"bob":{"token":"of-bob"}})";
constexpr const char* kAda = "Authorization: Bearer of-ada\r\n";
constexpr const char* kBob = "Authorization: Bearer of-bob\r\n";

const HttpHeaders kAdasToken{{"Authorization", "Bearer of-ada"}};
const HttpHeaders kBobsToken{{"Authorization", "Bearer of-bob"}};

HttpHeaders in_session(const HttpHeaders& token, const std::string& session) {
  HttpHeaders headers = token;
  headers.emplace_back("Mcp-Session-Id", session);
  return headers;
}

/// As editors and secret managers save: beside the file, then over it.
void replace(const std::filesystem::path& file, std::string_view text) {
  const std::filesystem::path written = file.string() + ".new";
  std::ofstream(written, std::ios::binary) << text;
  std::filesystem::rename(written, file);
}

/// A workbench with tokens for two principals, of whom one is about to lose hers.
class ChangedTokens : public testing::Test {
 protected:
  explicit ChangedTokens(const std::vector<std::string>& more_options = {})
      : file_(folder_.write("tokens.json", kBoth)), workbench_(dev_toolbox(), options(more_options)) {}

  [[nodiscard]] std::vector<std::string> options(const std::vector<std::string>& more) const {
    auto options = with_call_log(listener_options({"tokensFile=" + file_.string(), "keepAliveSeconds=60"}));
    options.insert(options.end(), more.begin(), more.end());
    return options;
  }

  void revoke_adas_token() {
    replace(file_, kOnlyBob);
    wait_until_revoked();
  }

  /// There is nothing to wait for but the effect.
  void wait_until_revoked() const {
    const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
    while (workbench_.post(kPing, kAdasToken).status != 401) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "the token is still valid";
    }
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_;
  HttpWorkbench workbench_;
};

TEST_F(ChangedTokens, AreReadAgainIfTheFileIsReplaced) {
  EXPECT_EQ(workbench_.post(kPing, kAdasToken).status, 400) << "no session";
  revoke_adas_token();
  EXPECT_EQ(workbench_.post(kPing, kBobsToken).status, 400) << "no session";
  replace(file_, R"({"bob":{"token":"of-bob"},"eve":{"token":"of-eve"}})");
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  while (workbench_.post(kPing, {{"Authorization", "Bearer of-eve"}}).status == 401) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "a new token is not accepted";
  }
}

TEST_F(ChangedTokens, AreReadAgainIfTheFileIsRewritten) {
  static_cast<void>(folder_.write("tokens.json", kOnlyBob));
  wait_until_revoked();
}

TEST_F(ChangedTokens, EndTheSessionOfARevokedToken) {
  const std::string session = workbench_.initialize("2025-11-25", kAdasToken);
  HttpClient listening(workbench_.port());
  listening.send("GET", "/mcp", in_session(kAdasToken, session));
  ASSERT_EQ(listening.read_head().status, 200);
  revoke_adas_token();
  while (const auto event = listening.next_event()) EXPECT_THAT(*event, testing::EndsWith("data: "));
  // Should the token return, the session does not.
  replace(file_, kBoth);
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  int status = 401;
  while (status == 401) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    status = workbench_.post(kPing, in_session(kAdasToken, session)).status;
  }
  EXPECT_EQ(status, 404);
}

TEST_F(ChangedTokens, EndTheOpenStreamsOfARevokedToken) {
  HttpClient subscriber(workbench_.port());
  send_modern(subscriber, "subscriptions/listen", R"("notifications":{})", {}, kAda);
  ASSERT_EQ(subscriber.read_head().status, 200);
  ASSERT_THAT(*subscriber.next_event(), HasSubstr("acknowledged"));
  HttpClient caller(workbench_.port());
  caller.connection().write(modern_call("hang", kAda));
  // Its call has reached the server when another one that came later is answered.
  HttpClient other(workbench_.port());
  other.connection().write(modern_call("echo", kAda));
  ASSERT_EQ(other.read_answer().status, 200);

  revoke_adas_token();
  constexpr const char* kRevoked =
      "the token of the request has been revoked; whether the request was carried out is not known";
  EXPECT_THAT(subscriber.connection().read_all(), HasSubstr(kRevoked));
  const std::string answer = caller.connection().read_all();
  EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 200 ")) << "a client that got 401 might call again";
  EXPECT_THAT(answer, testing::AllOf(HasSubstr("Connection: close"), HasSubstr(kRevoked)));
  workbench_.process().wait_for_error_text(R"("tool":"hang","outcome":"cancelled")");
  EXPECT_THAT(lines_with(workbench_, R"("tool":"hang")"), testing::ElementsAre(HasSubstr(R"("principal":"ada")")));
}

TEST_F(ChangedTokens, DoNotInterruptOtherPrincipals) {
  const std::string session = workbench_.initialize("2025-11-25", kBobsToken);
  const auto call = [&](const std::string& params) {
    return workbench_
        .post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + params + "}",
              in_session(kBobsToken, session))
        .body;
  };
  static_cast<void>(call(R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})"));
  const std::string pid = first_text(member(call("{" + use("pid") + "}"), "result"));
  HttpClient caller(workbench_.port());
  caller.connection().write(modern_call("hang", kBob));
  HttpClient other(workbench_.port());
  other.connection().write(modern_call("echo", kBob));
  ASSERT_EQ(other.read_answer().status, 200);

  revoke_adas_token();
  EXPECT_EQ(first_text(member(call("{" + use("pid") + "}"), "result")), pid) << "same session, same process";
  other.connection().write(modern_call("kill_self", kBob));
  EXPECT_THAT(other.read_answer().body, HasSubstr("signal 9"));
  EXPECT_THAT(caller.read_answer().body, HasSubstr("signal 9")) << "it has waited for its response until now";
}

TEST_F(ChangedTokens, KeepWhatWasReadIfTheNewListIsInvalid) {
  const std::string session = workbench_.initialize("2025-11-25", kAdasToken);
  replace(file_, R"({"bob":{"token":)");
  workbench_.process().wait_for_error_text("; the files read before remain in use");
  EXPECT_EQ(workbench_.post(kPing, in_session(kAdasToken, session)).status, 200);
  EXPECT_THAT(workbench_.process().errors(), Not(HasSubstr("of-bob"))) << "tokens are not logged";
  revoke_adas_token();
}

class ChangedTokensWithoutWatch : public ChangedTokens {
 protected:
  ChangedTokensWithoutWatch() : ChangedTokens({"-D", "config.watch=false"}) {}
};

TEST_F(ChangedTokensWithoutWatch, AreReadAgainOnSighupWhichDoesNotEndTheWorkbench) {
  replace(file_, kOnlyBob);
  EXPECT_EQ(workbench_.post(kPing, kAdasToken).status, 400) << "not read yet";
  workbench_.process().send_signal(SIGHUP);
  wait_until_revoked();
  workbench_.process().send_signal(SIGHUP);
  EXPECT_EQ(workbench_.post(kPing, kBobsToken).status, 400);
}

// --- certificates ----------------------------------------------------------------------------------------------------

class ChangedCertificate : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> options() const {
    return listener_options({"certificate=" + (folder_.path() / "server.pem").string(),
                             "key=" + (folder_.path() / "server.key").string(), "tokensFile=" + tokens_.string()});
  }

  void write(const std::string& name) const {
    const TestCertificate certificate({.common_name = name});
    replace(folder_.path() / "server.key", certificate.key_pem());
    replace(folder_.path() / "server.pem", certificate.certificate_pem());
  }

  static std::string subject_at(const HttpWorkbench& workbench) {
    TlsClient client(workbench.port());
    client.finish_handshake();
    return client.server_subject();
  }

  void wait_for_subject(const HttpWorkbench& workbench, const std::string& name) const {
    const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
    while (subject_at(workbench).find("CN=" + name) == std::string::npos) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "the new certificate is not served";
    }
  }

  const TemporaryFolder folder_;
  const std::filesystem::path tokens_ = folder_.write("tokens.json", kBoth);
};

TEST_F(ChangedCertificate, IsServedToNewConnectionsWhileOpenOnesGoOn) {
  write("first");
  const HttpWorkbench workbench(dev_toolbox(), options());
  TlsClient open(workbench.port());
  EXPECT_THAT(open.ask(modern_call("echo", kBob)), HasSubstr("\"echo\":{}"));
  EXPECT_THAT(open.server_subject(), HasSubstr("CN=first"));
  write("second");
  wait_for_subject(workbench, "second");
  EXPECT_THAT(open.ask(modern_call("echo", kBob)), HasSubstr("\"echo\":{}"));
}

TEST_F(ChangedCertificate, KeepsTheOldOneIfItIsInvalidAndStillReadsTokens) {
  write("first");
  HttpWorkbench workbench(dev_toolbox(), options());
  replace(folder_.path() / "server.pem", "no certificate");
  workbench.process().wait_for_error_text("server.pem': it has no certificate");
  EXPECT_THAT(subject_at(workbench), HasSubstr("CN=first"));

  replace(tokens_, kOnlyBob);
  const std::string request = std::string("GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n") + kAda + "\r\n";
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  while (!TlsClient(workbench.port()).ask(request).starts_with("HTTP/1.1 401 ")) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "the token is still valid";
  }
  write("second");
  wait_for_subject(workbench, "second");
}

}  // namespace
