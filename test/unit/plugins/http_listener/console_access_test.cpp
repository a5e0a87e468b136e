// Who opens a session of the console, by what the connection and the head of the request say.

#include "console/console_access.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>

#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "http-shared/json_text.hpp"
#include "json/scanner_json_access.hpp"
#include "temporary_folder.hpp"

namespace workbench::http {
namespace {

using testing::HasSubstr;

class ConsoleAccessTest : public testing::Test {
 protected:
  ConsoleAccessTest() {
    options_.set("console", true);
    source_.address = "192.0.2.1";
  }

  ConsoleAccess& access() {
    if (access_ != nullptr) return *access_;
    settings_ = ListenerSettings::from(options_, {});
    std::vector<OptionError> errors;
    list_ = PrincipalList::load(settings_.tokens, json_, errors);
    access_ = std::make_unique<ConsoleAccess>(host_, settings_, *list_, log_);
    return *access_;
  }
  void set_tokens(const std::string& tokens) {
    options_.set("tokensFile", folder_.write("tokens.json", tokens).string());
  }

  [[nodiscard]] ReceivedRequest request(const std::string& body = "{}") const {
    ReceivedRequest request;
    request.method = "POST";
    request.headers = {
        {"Host", "localhost:1"}, {"Origin", "http://localhost:1"}, {"Content-Length", std::to_string(body.size())}};
    request.body = body;
    request.source = std::make_shared<const RequestSource>(source_);
    return request;
  }
  unsigned open(const std::string& body = "{}") { return access().open(request(body)).status; }
  static std::string with(const std::string& code) { return R"({"code":")" + code + "\"}"; }

  Options options_;
  RequestSource source_;
  event_loop::Loop loop_;
  const json::ScannerJsonAccess json_{100};
  test::RecordingHost host_{loop_, &json_};
  const test_support::TemporaryFolder folder_;
  ListenerSettings settings_{};
  std::unique_ptr<PrincipalList> list_;
  RequestLog log_{host_, false};
  std::unique_ptr<ConsoleAccess> access_;  // null before the first access()
};

TEST_F(ConsoleAccessTest, IsRefusedForAWhileToAnAddressWithTooManyWrongCodes) {
  for (double count = 0; count != kMaxRefusedChecks; ++count) {
    ASSERT_FALSE(access().check_opening(request()));
    EXPECT_EQ(open(with("wrong")), 401U);
  }
  const auto refused = access().check_opening(request());
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 503U);
  EXPECT_TRUE(refused->headers.has("Retry-After"));
  source_.address = "192.0.2.2";
  EXPECT_FALSE(access().check_opening(request())) << "another address";
}

TEST_F(ConsoleAccessTest, KnowsAPrincipalByItsCertificate) {
  set_tokens(R"({"ada":{"subject":"CN=ada","console":"all"},"bob":{"subject":"CN=bob"}})");
  source_.certificate_subject = "CN=ada";
  EXPECT_EQ(open(), 200U);
  source_.certificate_subject = "CN=bob";
  EXPECT_EQ(open(), 403U);
  source_.certificate_subject = "CN=eve";
  EXPECT_EQ(open(), 401U);
}

TEST_F(ConsoleAccessTest, DoesNotKnowAPrincipalByItsUser) {
  set_tokens(R"({"ada":{"uid":)" + std::to_string(::geteuid()) + R"(,"console":"all"}})");
  source_.user = ::geteuid();
  source_.is_local = true;
  EXPECT_EQ(open(), 401U) << "any page of that user's browser has the same";
}

TEST_F(ConsoleAccessTest, NeedsACodeOfTheOwnUserToo) {
  source_.is_local = true;
  source_.user = ::geteuid();
  source_.local_user = Result<uid_t>(::geteuid());
  EXPECT_EQ(open(), 401U) << "a server of the workbench has the same user";
  EXPECT_EQ(open(with(access().make_code())), 200U);
}

TEST_F(ConsoleAccessTest, ReadsNothingButAnObject) {
  for (const char* body : {"{", "nonsense", R"({"code":1})", "[]", R"({"code":""})"}) {
    EXPECT_THAT(open(body), testing::AnyOf(400U, 401U)) << body;
  }
}

TEST_F(ConsoleAccessTest, DoesNotLogCodes) {
  const std::string code = access().make_code();
  EXPECT_EQ(open(with(code)), 200U);
  EXPECT_EQ(open(with(code)), 401U);
  for (const std::string& line : host_.logged()) EXPECT_THAT(line, testing::Not(HasSubstr(code)));
  EXPECT_THAT(host_.logged(), testing::Contains(HasSubstr("refused 192.0.2.1: console: unknown code")));
}

}  // namespace
}  // namespace workbench::http
