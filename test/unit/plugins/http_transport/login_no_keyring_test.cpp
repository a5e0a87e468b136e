// Logins are to be kept in a keyring, and there is none.

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdlib>
#include <string>

#include <workbench/file_descriptor.hpp>

#include "login/keyring_token_store.hpp"
#include "login_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::KeyringTokenStore;
using test_support::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A session bus at an address that a test chooses, or at none.
class WithoutAKeyring : public testing::Test, protected LoginsOnALoop {
 protected:
  WithoutAKeyring() { ::setenv("DBUS_SESSION_BUS_ADDRESS", ("unix:path=" + bus_.string()).c_str(), 1); }

  const TemporaryFolder folder_;
  const std::filesystem::path bus_ = folder_.path() / "bus";
};

TEST_F(WithoutAKeyring, EachOperationSaysWhatToDo) {
  KeyringTokenStore store(host, folder_.path() / "logins");
  for (const std::string& failed :
       {message(load(store, kKey)), message(save(store, kKey, full_login())), message(remove(store, kKey))}) {
    EXPECT_THAT(failed, AllOf(HasSubstr("keyring cannot be used"), HasSubstr("keep logins in files"),
                              Not(HasSubstr("secret"))));
  }
  EXPECT_EQ(load(store, kKey).error().kind, ErrorKind::unavailable);
  EXPECT_EQ(store.stamp(kKey), LoginStamp{}) << "nothing has changed";
}

TEST_F(WithoutAKeyring, ABusThatDoesNotAnswerDelaysTheEndByASecondAtMost) {
  const FileDescriptor silent(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ::sockaddr_un address{};
  address.sun_family = AF_UNIX;
  bus_.native().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(silent.get(), reinterpret_cast<const ::sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(silent.get(), 1), 0);
  auto store = std::make_unique<KeyringTokenStore>(host, folder_.path() / "logins");
  const auto waiting = store->save(kKey, full_login(), [](const auto&) {});
  const auto begun = std::chrono::steady_clock::now();
  store.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

}  // namespace
}  // namespace workbench::test
