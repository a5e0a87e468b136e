// Logins that are kept in files.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <future>
#include <map>

#include "forked_child.hpp"
#include "login/file_token_store.hpp"
#include "login_fixture.hpp"

namespace workbench::test {
namespace {

namespace fs = std::filesystem;
using http::login::file_name;
using http::login::FileTokenStore;
using http::login::login_folder;
using http::login::LoginFiles;
using http::login::write_login;
using test_support::ForkedChild;
using test_support::TemporaryFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

mode_t mode_of(const fs::path& path) {
  struct ::stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

class AFileTokenStore : public testing::Test, protected LoginsOnALoop {
 protected:
  [[nodiscard]] fs::path file(const LoginKey& key = kKey) const { return folder_ / (file_name(key) + ".json"); }
  Result<std::optional<StoredLogin>> load(const LoginKey& key = kKey) { return LoginsOnALoop::load(store_, key); }
  std::string save(const StoredLogin& login, const LoginKey& key = kKey) {
    return message(LoginsOnALoop::save(store_, key, login));
  }
  /// Why there is no login; it must not quote anything.
  std::string refusal() {
    const auto loaded = load();
    EXPECT_FALSE(loaded);
    EXPECT_THAT(message(loaded), Not(HasSubstr("secret")));
    return message(loaded);
  }
  void expect(const std::optional<StoredLogin>& login, const LoginKey& key = kKey) {
    const auto loaded = load(key);
    ASSERT_TRUE(loaded) << message(loaded);
    EXPECT_EQ(*loaded, login);
  }

  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path() / "state" / "mcp-workbench" / "logins";
  FileTokenStore store_{host, folder_};
};

TEST_F(AFileTokenStore, KeepsLoginsForEachKey) {
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

TEST_F(AFileTokenStore, KnowsTheIssuerWithoutWaiting) {
  EXPECT_EQ(store_.issuer(kKey).issuer, "");
  EXPECT_EQ(save(full_login()), "");
  EXPECT_EQ(store_.issuer(kKey).issuer, full_login().issuer);
  EXPECT_TRUE(store_.issuer(kKey).has_tokens);
  StoredLogin ended;
  ended.issuer = full_login().issuer;
  EXPECT_EQ(save(ended), "");
  EXPECT_EQ(store_.issuer(kKey).issuer, ended.issuer);
  EXPECT_FALSE(store_.issuer(kKey).has_tokens);
  EXPECT_EQ(store_.issuer(kOtherKey).issuer, "");
}

TEST_F(AFileTokenStore, KeepsThemForTheNextProcess) {
  EXPECT_EQ(save(full_login()), "");
  FileTokenStore next(host, folder_);
  const auto loaded = LoginsOnALoop::load(next, kKey);
  ASSERT_TRUE(loaded) << message(loaded);
  EXPECT_EQ(*loaded, full_login());
}

TEST_F(AFileTokenStore, SavesEvenIfNoCallerWaitsForIt) {
  {
    FileTokenStore ended(host, folder_);
    static_cast<void>(ended.save(kKey, full_login(), [](const Result<void>&) { ADD_FAILURE() << "still called"; }));
  }
  expect(full_login());
}

TEST_F(AFileTokenStore, DoesNotCallBackWhoHasCancelled) {
  static_cast<void>(store_.load(kKey, [](const auto&) { ADD_FAILURE() << "load"; }));
  static_cast<void>(store_.remove(kKey, [](const auto&) { ADD_FAILURE() << "remove"; }));
  static_cast<void>(store_.lock(kKey, std::chrono::seconds(1), [](const auto&) { ADD_FAILURE() << "lock"; }));
  expect(std::nullopt);  // which comes after them
}

TEST_F(AFileTokenStore, MakesFilesForNobodyElseWhateverTheMask) {
  const mode_t mask = ::umask(0);
  EXPECT_EQ(save(full_login()), "");
  EXPECT_TRUE(lock(store_, kKey));
  ::umask(mask);
  EXPECT_EQ(mode_of(folder_), 0700U);
  EXPECT_EQ(mode_of(file()), 0600U);
  EXPECT_EQ(mode_of(folder_ / (file_name(kKey) + ".lock")), 0600U);
}

TEST_F(AFileTokenStore, RefusesAFileThatOthersHaveAccessTo) {
  for (const mode_t mode : {0640U, 0604U, 0620U, 0602U}) {
    EXPECT_EQ(save(full_login()), "");
    ASSERT_EQ(::chmod(file().c_str(), mode), 0);
    EXPECT_THAT(refusal(), HasSubstr("run: chmod 600 " + file().string())) << mode;
  }
  ASSERT_EQ(::chmod(file().c_str(), 0600), 0);
  expect(full_login());
}

TEST_F(AFileTokenStore, RefusesAFolderThatOthersHaveAccessTo) {
  EXPECT_EQ(save(full_login()), "");
  ASSERT_EQ(::chmod(folder_.c_str(), 0770), 0);
  const std::string remedy = "run: chmod 700 " + folder_.string();
  EXPECT_THAT(refusal(), HasSubstr(remedy));
  EXPECT_THAT(save(full_login()), HasSubstr(remedy));
  EXPECT_THAT(message(lock(store_, kKey)), HasSubstr(remedy));
}

TEST_F(AFileTokenStore, RefusesAFileOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make one";
  EXPECT_EQ(save(full_login()), "");
  ASSERT_EQ(::chown(file().c_str(), test_support::kOtherUser, 0), 0);
  EXPECT_THAT(refusal(), AllOf(HasSubstr(file().string()), HasSubstr("belongs to another user")));
}

TEST_F(AFileTokenStore, DoesNotFollowSymbolicLinks) {
  EXPECT_EQ(save(full_login(), kOtherKey), "");
  fs::create_symlink(file(kOtherKey), file());
  EXPECT_THAT(refusal(), AllOf(HasSubstr(file().string()), HasSubstr("symbolic link")));
  EXPECT_EQ(save(full_login("mine")), "");
  expect(full_login("mine"));
  expect(full_login(), kOtherKey);

  fs::rename(folder_, temporary_.path() / "elsewhere");
  fs::create_symlink(temporary_.path() / "elsewhere", folder_);
  EXPECT_THAT(refusal(), AllOf(HasSubstr(folder_.string()), HasSubstr("symbolic link")));
}

TEST_F(AFileTokenStore, DoesNotWaitForAPipe) {
  EXPECT_EQ(save(full_login()), "");
  fs::remove(file());
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  EXPECT_THAT(refusal(), HasSubstr("is not a file"));
}

TEST_F(AFileTokenStore, ReplacesADamagedLogin) {
  for (const std::string& damaged : {std::string("{\"secret"), std::string(), std::string(2'000'000, 'x')}) {
    EXPECT_EQ(save(full_login()), "");
    std::ofstream(file(), std::ios::binary) << damaged;
    EXPECT_THAT(refusal(), AllOf(HasSubstr(file().string()), HasSubstr("log in again")));
    EXPECT_EQ(load().error().kind, ErrorKind::protocol);
    EXPECT_EQ(save(full_login("new")), "");
    expect(full_login("new"));
  }
}

TEST_F(AFileTokenStore, SaysWhatToDoIfItsFolderCannotBeMade) {
  std::ofstream(temporary_.path() / "file") << "no folder";
  FileTokenStore store(host, temporary_.path() / "file" / "logins");
  EXPECT_THAT(message(LoginsOnALoop::save(store, kKey, full_login())),
              AllOf(HasSubstr("file/logins"), HasSubstr("XDG_STATE_HOME"), Not(HasSubstr("secret"))));
}

TEST_F(AFileTokenStore, SaysWhatToDoIfItsFolderCannotBeWrittenTo) {
  EXPECT_EQ(save(full_login()), "");
  ASSERT_EQ(::chmod(folder_.c_str(), 0500), 0);
  const bool is_root = ::geteuid() == 0;  // who may write everywhere
  if (is_root) {
    ASSERT_EQ(::chown(folder_.c_str(), test_support::kOtherUser, 0), 0);
    ASSERT_EQ(::chmod(temporary_.path().c_str(), 0755), 0);
    for (const char* name : {"state", "state/mcp-workbench"}) ::chmod((temporary_.path() / name).c_str(), 0755);
  }
  const ForkedChild child([&](const ForkedChild::Parent& parent) {
    if (is_root && ::setresuid(test_support::kOtherUser, test_support::kOtherUser, test_support::kOtherUser) != 0)
      return;
    parent.report("it says: " + message(LoginFiles(folder_).write(file_name(kKey) + ".json", "secret")));
  });
  EXPECT_THAT(child.report(), AllOf(HasSubstr(file().string()), HasSubstr("Permission denied"),
                                    HasSubstr("let this user write to it"), Not(HasSubstr("secret"))));
  ::chmod(folder_.c_str(), 0700);
}

// A limit of the process on the size of files fails like a full disk: with the first bytes written.
TEST_F(AFileTokenStore, KeepsTheLoginBeforeIfTheNextCannotBeWritten) {
  EXPECT_EQ(save(full_login()), "");
  const ForkedChild child([&](const ForkedChild::Parent& parent) {
    ::signal(SIGXFSZ, SIG_IGN);
    const ::rlimit limit{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto written =
        LoginFiles(folder_).write(file_name(kKey) + ".json", write_login(kKey, full_login(std::string(1000, 'x'))));
    parent.report("it says: " + message(written));
  });
  EXPECT_THAT(child.report(), AllOf(HasSubstr(file().string()), HasSubstr("File too large"), Not(HasSubstr("xxx"))));
  expect(full_login());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1) << "the half is still there";
}

TEST_F(AFileTokenStore, RemovesWhatAKilledProcessHasLeftOfALogin) {
  EXPECT_EQ(save(full_login()), "");
  const fs::path old = file().string() + ".new-0123456789abcdef";
  const fs::path recent = file().string() + ".new-fedcba9876543210";
  for (const fs::path& half : {old, recent}) std::ofstream(half) << "half of a secret";
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  EXPECT_EQ(save(full_login()), "");
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(recent)) << "somebody may be writing it";
}

TEST_F(AFileTokenStore, ShowsEitherTheOldOrTheNewLoginWhileItIsReplaced) {
  const StoredLogin small = full_login("small");
  const StoredLogin large = full_login(std::string(100'000, 'l'));
  EXPECT_EQ(save(small), "");
  const ForkedChild writer([&](const ForkedChild::Parent& parent) {
    const LoginFiles files(folder_);
    for (int round = 0; round != 100; ++round) {
      for (const StoredLogin* login : {&large, &small}) {
        if (!files.write(file_name(kKey) + ".json", write_login(kKey, *login))) return;
      }
    }
    parent.report("written");
  });
  std::map<std::size_t, int> seen;
  auto has_ended = std::async(std::launch::async, [&] { return writer.report(); });
  while (has_ended.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    const auto loaded = load();
    ASSERT_TRUE(loaded) << message(loaded);
    ASSERT_TRUE(*loaded == small || *loaded == large);
    ++seen[(*loaded)->access_token.size()];
  }
  EXPECT_EQ(has_ended.get(), "written");
  EXPECT_EQ(seen.size(), 2U) << "both were seen";
}

TEST_F(AFileTokenStore, ShowsByItsStampThatALoginHasChanged) {
  EXPECT_EQ(store_.stamp(kKey), LoginStamp{});
  EXPECT_EQ(save(full_login()), "");
  const LoginStamp first = store_.stamp(kKey);
  EXPECT_NE(first, LoginStamp{});
  expect(full_login());
  EXPECT_EQ(store_.stamp(kKey), first) << "it was only read";
  EXPECT_EQ(save(full_login(), kOtherKey), "");
  EXPECT_EQ(store_.stamp(kKey), first) << "another one was saved";
  const ForkedChild other([&](const ForkedChild::Parent& parent) {
    const auto written = LoginFiles(folder_).write(file_name(kKey) + ".json", write_login(kKey, full_login()));
    parent.report(written ? "written" : "failed");
  });
  EXPECT_EQ(other.report(), "written");
  EXPECT_NE(store_.stamp(kKey), first) << "the same content, but saved again";
  EXPECT_EQ(message(remove(store_, kKey)), "");
  EXPECT_EQ(store_.stamp(kKey), LoginStamp{});
}

TEST(TheFolderOfLogins, IsInTheStateOfTheUser) {
  EXPECT_EQ(login_folder("/state", "/home/ada").value(), "/state/mcp-workbench/logins");
  for (const char* not_set : {static_cast<const char*>(nullptr), "", "relative"}) {
    EXPECT_EQ(login_folder(not_set, "/home/ada").value(), "/home/ada/.local/state/mcp-workbench/logins");
    const auto folder = login_folder(not_set, not_set);
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().message, AllOf(HasSubstr("HOME"), HasSubstr("XDG_STATE_HOME")));
  }
}

}  // namespace
}  // namespace workbench::test
