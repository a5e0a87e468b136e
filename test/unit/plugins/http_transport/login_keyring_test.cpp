// Logins that are kept in a keyring. Run by with_keyring, in a session that has one.

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "login/keyring_token_store.hpp"
#include "login_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::KeyringTokenStore;
using test_support::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// What a program writes, line breaks included.
std::string output_of(const std::string& command) {
  std::string output;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> chunk{};
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), pipe)) output.append(chunk.data(), count);
  ::pclose(pipe);
  return output;
}

class AKeyringTokenStore : public testing::Test, protected LoginsOnALoop {
 protected:
  Result<std::optional<StoredLogin>> load(const LoginKey& key = kKey) { return LoginsOnALoop::load(store_, key); }
  std::string save(const StoredLogin& login, const LoginKey& key = kKey) {
    return message(LoginsOnALoop::save(store_, key, login));
  }
  void expect(const std::optional<StoredLogin>& login, const LoginKey& key = kKey) {
    const auto loaded = load(key);
    ASSERT_TRUE(loaded) << message(loaded);
    EXPECT_EQ(*loaded, login);
  }
  void TearDown() override {
    static_cast<void>(remove(store_, kKey));
    static_cast<void>(remove(store_, kOtherKey));
  }

  TemporaryFolder folder_;
  KeyringTokenStore store_{host, folder_.path() / "logins"};
};

TEST_F(AKeyringTokenStore, KeepsLoginsForEachKey) {
  expect(std::nullopt);
  EXPECT_EQ(save(full_login("one")), "");
  EXPECT_EQ(save(full_login("two"), kOtherKey), "");
  expect(full_login("one"));
  expect(full_login("two"), kOtherKey);
  EXPECT_EQ(save(full_login("three")), "");
  expect(full_login("three"));
  EXPECT_EQ(message(remove(store_, kKey)), "");
  EXPECT_EQ(message(remove(store_, kKey)), "");
  expect(std::nullopt);
  expect(full_login("two"), kOtherKey);
}

TEST_F(AKeyringTokenStore, KeepsALoginWithoutPrincipalAndAccount) {
  const LoginKey key{"", "https://mcp.example.com/mcp", ""};
  EXPECT_EQ(save(full_login(), key), "");
  expect(full_login(), key);
  expect(std::nullopt);
  EXPECT_EQ(message(remove(store_, key)), "");
}

TEST_F(AKeyringTokenStore, KeepsOneForEachRouteApart) {
  const LoginKey other{kKey.principal, kKey.url, kKey.account, "proxy http://proxy.example.com:3128"};
  EXPECT_EQ(save(full_login("another"), other), "");
  expect(std::nullopt);
  EXPECT_EQ(save(full_login()), "");
  expect(full_login("another"), other);
  EXPECT_EQ(message(remove(store_, other)), "");
  expect(full_login());
}

TEST_F(AKeyringTokenStore, KnowsTheIssuerWithoutTheKeyring) {
  EXPECT_EQ(store_.issuer(kKey).issuer, "");
  EXPECT_EQ(save(full_login()), "");
  EXPECT_EQ(store_.issuer(kKey).issuer, full_login().issuer);
  EXPECT_TRUE(store_.issuer(kKey).has_tokens);
  StoredLogin ended;
  ended.issuer = full_login().issuer;
  EXPECT_EQ(save(ended), "");
  EXPECT_EQ(store_.issuer(kKey).issuer, ended.issuer);
  EXPECT_FALSE(store_.issuer(kKey).has_tokens);
  EXPECT_EQ(message(remove(store_, kKey)), "");
  EXPECT_EQ(store_.issuer(kKey).issuer, "");
}

TEST_F(AKeyringTokenStore, KeepsThemWhereOtherProgramsFindThem) {
  EXPECT_EQ(save(full_login()), "");
  const std::string found = output_of(
      "secret-tool search xdg:schema org.mcp-workbench.Login principal ada url https://mcp.example.com/mcp account work"
      " 2>&1");
  EXPECT_THAT(found, AllOf(HasSubstr("label = MCP Workbench: https://mcp.example.com/mcp (ada, work)"),
                           HasSubstr("secret-refresh")));
}

TEST_F(AKeyringTokenStore, LeavesTheQueryOutOfTheLabel) {
  const LoginKey key{"ada", "https://mcp.example.com/mcp?key=hidden", ""};
  EXPECT_EQ(save(full_login(), key), "");
  const std::string found = output_of("secret-tool search --all xdg:schema org.mcp-workbench.Login 2>&1");
  EXPECT_THAT(found, HasSubstr("label = MCP Workbench: https://mcp.example.com/mcp (ada)\n"));
  EXPECT_EQ(message(remove(store_, key)), "");
}

TEST_F(AKeyringTokenStore, KeepsNothingOfALoginInFiles) {
  EXPECT_EQ(save(full_login()), "");
  EXPECT_TRUE(lock(store_, kKey));
  EXPECT_EQ(output_of("grep -rl secret '" + folder_.path().string() + "'"), "");
}

TEST_F(AKeyringTokenStore, SavesEvenIfNoCallerWaitsForIt) {
  {
    KeyringTokenStore ended(host, folder_.path() / "logins");
    static_cast<void>(ended.save(kKey, full_login(), [](const Result<void>&) { ADD_FAILURE() << "still called"; }));
  }
  expect(full_login());
}

TEST_F(AKeyringTokenStore, ReplacesADamagedLogin) {
  EXPECT_EQ(output_of("printf secret | secret-tool store --label=damaged xdg:schema org.mcp-workbench.Login"
                      " principal ada url https://mcp.example.com/mcp account work 2>&1"),
            "");
  const auto loaded = load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, ErrorKind::protocol);
  EXPECT_THAT(loaded.error().message, AllOf(HasSubstr("log in again"), Not(HasSubstr("secret"))));
  EXPECT_EQ(save(full_login()), "");
  expect(full_login());
}

TEST_F(AKeyringTokenStore, ShowsByItsStampThatALoginHasChanged) {
  KeyringTokenStore other(host, folder_.path() / "logins");
  EXPECT_EQ(store_.stamp(kKey), LoginStamp{});
  EXPECT_EQ(message(LoginsOnALoop::save(other, kKey, full_login())), "");
  const LoginStamp first = store_.stamp(kKey);
  EXPECT_NE(first, LoginStamp{});
  expect(full_login());
  EXPECT_EQ(store_.stamp(kKey), first) << "it was only read";
  EXPECT_EQ(message(remove(other, kKey)), "");
  EXPECT_NE(store_.stamp(kKey), first);
}

TEST_F(AKeyringTokenStore, LocksAsTheStoreOfFilesDoes) {
  KeyringTokenStore other(host, folder_.path() / "logins");
  const auto first = lock(other, kKey);
  ASSERT_TRUE(first) << message(first);
  EXPECT_FALSE(lock(store_, kKey, std::chrono::milliseconds(0)));
  EXPECT_TRUE(lock(store_, kOtherKey, std::chrono::milliseconds(0)));
}

// The last one, because the keyring cannot be unlocked again.
TEST(ALockedKeyring, IsAnErrorAndNotAnAbsentLogin) {
  const TemporaryFolder folder;
  LoginsOnALoop on_loop;
  KeyringTokenStore store(on_loop.host, folder.path());
  ASSERT_TRUE(on_loop.save(store, kKey, full_login()));
  EXPECT_THAT(output_of("dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets"
                        " org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login"),
              HasSubstr("/collection/login"));
  const auto loaded = on_loop.load(store, kKey);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, ErrorKind::unavailable);
  EXPECT_THAT(loaded.error().message, AllOf(HasSubstr("locked"), HasSubstr("keep logins in files")));
  EXPECT_FALSE(on_loop.save(store, kKey, full_login()));
}

}  // namespace
}  // namespace workbench::test
