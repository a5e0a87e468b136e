// The lock under which a login is renewed, between processes.

#include <gmock/gmock.h>

#include <csignal>
#include <string>
#include <vector>

#include "forked_child.hpp"
#include "login/file_token_store.hpp"
#include "login_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::file_name;
using http::login::FileTokenStore;
using http::login::LoginFiles;
using std::chrono::milliseconds;
using test_support::ForkedChild;
using test_support::TemporaryFolder;
using testing::HasSubstr;

class ALockOfALogin : public testing::Test, protected LoginsOnALoop {
 protected:
  ErrorKind kind_of_failure(milliseconds limit) {
    const auto locked = lock(store_, kKey, limit);
    EXPECT_FALSE(locked);
    return locked ? ErrorKind::internal : locked.error().kind;
  }

  TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path() / "logins";
  FileTokenStore store_{host, folder_};
};

TEST_F(ALockOfALogin, IsHeldUntilItIsDestroyed) {
  auto first = lock(store_, kKey);
  ASSERT_TRUE(first) << message(first);
  EXPECT_EQ(kind_of_failure(milliseconds(0)), ErrorKind::timed_out);
  EXPECT_EQ(kind_of_failure(milliseconds(50)), ErrorKind::timed_out);
  first->reset();
  EXPECT_TRUE(lock(store_, kKey, milliseconds(0)));
  EXPECT_TRUE(lock(store_, kKey, milliseconds(0))) << "released at the end of the line before";
}

TEST_F(ALockOfALogin, IsForOneKey) {
  const auto first = lock(store_, kKey);
  EXPECT_TRUE(first);
  EXPECT_TRUE(lock(store_, kOtherKey, milliseconds(0)));
}

TEST_F(ALockOfALogin, ComesToWhoWaitsForIt) {
  auto first = lock(store_, kKey);
  ASSERT_TRUE(first);
  bool is_locked = false;
  const auto wait = store_.lock(kKey, std::chrono::seconds(20), [&](const auto& locked) { is_locked = bool(locked); });
  const auto release = loop.after(milliseconds(50), [&] {
    EXPECT_FALSE(is_locked);
    first->reset();
  });
  EXPECT_TRUE(run_until(loop, [&] { return is_locked; }));
}

TEST_F(ALockOfALogin, IsReleasedByAWaitThatWasCancelled) {
  bool is_locked = false;
  TokenStore::Subscription wait = store_.lock(kKey, std::chrono::seconds(20), [&](auto locked) {
    is_locked = bool(locked);
    wait.reset();
  });
  EXPECT_TRUE(run_until(loop, [&] { return is_locked; }));
  EXPECT_TRUE(lock(store_, kKey, milliseconds(0)));
}

TEST_F(ALockOfALogin, ExcludesOtherProcessesUntilTheKernelEndsItsHolder) {
  auto holder = std::make_unique<ForkedChild>([&](const ForkedChild::Parent& parent) {
    const auto locked = LoginFiles(folder_).try_lock(file_name(kKey) + ".lock");
    parent.report(locked && *locked ? "locked" : "not locked");
    parent.wait();
    static_cast<void>(::raise(SIGKILL));
  });
  ASSERT_EQ(holder->report(), "locked");
  EXPECT_EQ(kind_of_failure(milliseconds(50)), ErrorKind::timed_out);
  holder.reset();
  EXPECT_TRUE(lock(store_, kKey, milliseconds(0)));
}

TEST_F(ALockOfALogin, IsReleasedEvenIfAChildHasACopyOfItsDescriptor) {
  auto locked = lock(store_, kKey);
  ASSERT_TRUE(locked);
  const ForkedChild child([](const ForkedChild::Parent& parent) {
    parent.report("forked");
    parent.wait();
  });
  ASSERT_EQ(child.report(), "forked");
  EXPECT_EQ(kind_of_failure(milliseconds(0)), ErrorKind::timed_out);
  locked->reset();
  EXPECT_TRUE(lock(store_, kKey, milliseconds(0)));
}

TEST_F(ALockOfALogin, HoldsAfterItsFileWasRemoved) {
  ASSERT_TRUE(lock(store_, kKey));
  std::filesystem::remove(folder_ / (file_name(kKey) + ".lock"));
  const auto locked = lock(store_, kKey);
  ASSERT_TRUE(locked);
  EXPECT_EQ(kind_of_failure(milliseconds(0)), ErrorKind::timed_out);
}

/// Renews as the workbench does: reads the present refresh token under the lock, and replaces it by the next one.
std::string renew(LoginsOnALoop& on_loop, TokenStore& store) {
  const auto locked = on_loop.lock(store, kKey);
  if (!locked) return locked.error().message;
  auto loaded = on_loop.load(store, kKey);
  if (!loaded) return loaded.error().message;
  StoredLogin login = loaded->value_or(StoredLogin{});
  login.refresh_token = std::to_string(login.refresh_token.empty() ? 1 : std::stoi(login.refresh_token) + 1);
  return LoginsOnALoop::message(on_loop.save(store, kKey, login));
}

TEST(ProcessesThatRenewALogin, UseEachRefreshTokenOnce) {
  constexpr int kProcesses = 3;
  constexpr int kRenewals = 10;
  const TemporaryFolder folder;
  std::vector<ForkedChild> children;
  for (int count = 0; count != kProcesses; ++count) {
    children.emplace_back([&](const ForkedChild::Parent& parent) {
      LoginsOnALoop on_loop;
      FileTokenStore store(on_loop.host, folder.path());
      for (int renewal = 0; renewal != kRenewals; ++renewal) {
        if (const std::string failed = renew(on_loop, store); !failed.empty()) return parent.report(failed);
      }
      parent.report("renewed");
    });
  }
  for (const ForkedChild& child : children) EXPECT_EQ(child.report(), "renewed");
  LoginsOnALoop on_loop;
  FileTokenStore store(on_loop.host, folder.path());
  const auto loaded = on_loop.load(store, kKey);
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_EQ((*loaded)->refresh_token, std::to_string(kProcesses * kRenewals));
}

}  // namespace
}  // namespace workbench::test
