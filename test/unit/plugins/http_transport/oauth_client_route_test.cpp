// Through what the tokens of a login are sent: never another way than the one of the entry that has logged in.

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "json/scanner_json_access.hpp"
#include "login/login_files.hpp"
#include "login/token_sources.hpp"
#include "proxy_variables.hpp"
#include "run_until.hpp"
#include "server_settings.hpp"
#include "temporary_folder.hpp"
#include "test_certificates.hpp"

namespace workbench::test {
namespace {

using http::login::StoredLogin;
using http::login::TokenSource;
using http::login::TokenSources;

const std::string kUrl = "https://mcp.example.com/mcp";

class TheLoginOfAnEntry : public testing::Test {
 protected:
  TheLoginOfAnEntry() {
    const char* folder = std::getenv("XDG_STATE_HOME");
    if (folder != nullptr) before_ = folder;
    ::setenv("XDG_STATE_HOME", folder_.path().c_str(), 1);
    for (const char* name : {"one.pem", "two.pem"}) {
      folder_.write(name, TestCertificate({"CA", nullptr, true}).certificate_pem());
    }
  }
  ~TheLoginOfAnEntry() override {
    before_ ? ::setenv("XDG_STATE_HOME", before_->c_str(), 1) : ::unsetenv("XDG_STATE_HOME");
  }

  [[nodiscard]] std::string file(const char* name) const { return (folder_.path() / name).string(); }

  /// The one of an entry for kUrl with these further options, as each start of the workbench finds it.
  std::shared_ptr<TokenSource> source(Options options = {}) {
    options.set("url", kUrl);
    std::vector<OptionError> errors;
    const auto settings = http::read_server_settings(options, errors);
    EXPECT_TRUE(errors.empty()) << errors.front().message;
    auto found = TokenSources(host_).find({"dev", "remote", options}, settings.address, settings.login_settings);
    EXPECT_TRUE(found);
    return found ? *found : nullptr;
  }
  static Options with(const std::string& name, const std::string& value, Options options = {}) {
    options.set(name, value);
    return options;
  }
  void log_in(const std::shared_ptr<TokenSource>& source, const std::string& token) {
    StoredLogin login;
    login.access_token = token;
    bool is_saved = false;
    const auto& context = source->context();
    const auto saving =
        context.store->save(context.key, login, [&](const Result<void>& saved) { is_saved = bool(saved); });
    ASSERT_TRUE(run_until(loop_, [&] { return is_saved; }));
  }
  std::string token_of(const std::shared_ptr<TokenSource>& source) {
    std::optional<std::string> token;
    const auto loading = source->context().load(
        [&](const Result<StoredLogin>& login) { token = login ? login->access_token : login.error().message; });
    EXPECT_TRUE(run_until(loop_, [&] { return token.has_value(); }));
    return token.value_or("");
  }

  const ProxyVariables no_proxies_{{}};
  test_support::TemporaryFolder folder_;
  std::optional<std::string> before_;
  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  RecordingHost host_{loop_, &json_};
};

TEST_F(TheLoginOfAnEntry, IsFoundByAnotherThatIsReachedTheSameWay) {
  const std::vector<Options> ways{{},
                                  with("proxy", "http://proxy.example.com:3128"),
                                  with("caFile", file("one.pem")),
                                  with("caFile", file("one.pem"), with("proxy", "http://proxy.example.com:3128"))};
  for (std::size_t way = 0; way < ways.size(); ++way) log_in(source(ways[way]), "token " + std::to_string(way));
  for (std::size_t way = 0; way < ways.size(); ++way) {
    EXPECT_EQ(token_of(source(ways[way])), "token " + std::to_string(way));
  }
}

TEST_F(TheLoginOfAnEntry, IsNotSentThroughTheProxyOrToTheCertificatesOfAnother) {
  log_in(source(), "secret");
  log_in(source(with("proxy", "http://proxy.example.com:3128")), "secret");
  log_in(source(with("caFile", file("one.pem"))), "secret");
  for (const Options& other :
       {with("proxy", "http://attacker.example.com:3128"), with("proxy", "https://proxy.example.com:3128"),
        with("caFile", file("two.pem")), with("oauth.authServerMetadataUrl", "https://attacker.example.com/metadata"),
        with("caFile", file("one.pem"), with("proxy", "http://attacker.example.com")),
        with("caFile", file("two.pem"), with("proxy", "http://proxy.example.com:3128"))}) {
    EXPECT_EQ(token_of(source(other)), "");
  }
}

TEST_F(TheLoginOfAnEntry, IsFoundWhenThePasswordOfItsProxyHasChanged) {
  log_in(source(with("proxy", "http://ada:old@proxy.example.com:3128")), "token");
  EXPECT_EQ(token_of(source(with("proxy", "http://ada:new@proxy.example.com:3128"))), "token");
}

TEST_F(TheLoginOfAnEntry, IsFoundByAnEntryThatDeclinesTheProxyOfTheEnvironment) {
  log_in(source(), "token");
  EXPECT_EQ(token_of(source(with("proxy", ""))), "token");
}

TEST_F(TheLoginOfAnEntry, IsSharedInOneProcessOnlyByThoseReachedTheSameWay) {
  TokenSources sources(host_);
  const auto find = [&](Options options) {
    options.set("url", kUrl);
    std::vector<OptionError> errors;
    const auto settings = http::read_server_settings(options, errors);
    return *sources.find({"dev", "remote", options}, settings.address, settings.login_settings);
  };
  const auto plain = find({});
  EXPECT_EQ(find({}), plain);
  EXPECT_NE(find(with("proxy", "http://attacker.example.com")), plain);
  EXPECT_NE(find(with("caFile", file("two.pem"))), plain);
}

TEST_F(TheLoginOfAnEntry, KeepsTheFileThatEarlierVersionsHaveWritten) {
  EXPECT_EQ(to_text(source()->context().key), R"(["","https://mcp.example.com/mcp",""])");
}

}  // namespace
}  // namespace workbench::test
