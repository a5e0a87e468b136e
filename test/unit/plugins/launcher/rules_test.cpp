#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <deque>
#include <string>

#include "sandbox/bound_sockets.hpp"
#include "sandbox/hosts_file.hpp"
#include "sandbox/nameservers.hpp"
#include "sandbox/network_rules.hpp"
#include "sandbox/path_rules.hpp"
#include "sandbox/policy.hpp"
#include "temporary_folder.hpp"

namespace launcher {
namespace {

struct Rules {
  std::deque<std::string> texts;
  NetworkRules rules;
  bool allow(const char* text) { return rules.allow(texts.emplace_back(text).data()); }
  bool deny(const char* text) { return rules.deny(texts.emplace_back(text).data()); }
  bool admits(const char* text, std::uint16_t port) const {
    InternetAddress address;
    return read_address(text, address) && rules.admits_address(address, port);
  }
};

TEST(NetworkRules, NameAHostExactly) {
  Rules rules;
  ASSERT_TRUE(rules.allow("API.Example.com.:443"));
  EXPECT_TRUE(rules.rules.admits_name("api.example.com"));
  EXPECT_TRUE(rules.rules.admits_name("api.example.com", 443));
  EXPECT_FALSE(rules.rules.admits_name("api.example.com", 80));
  for (const char* other : {"example.com", "a.api.example.com", "xapi.example.com", "api.example.com.evil", ""}) {
    EXPECT_FALSE(rules.rules.admits_name(other)) << other;
  }
}

TEST(NetworkRules, NameSubdomainsWithoutTheDomain) {
  Rules rules;
  ASSERT_TRUE(rules.allow("*.example.com"));
  EXPECT_TRUE(rules.rules.admits_name("a.b.example.com"));
  for (const char* other : {"example.com", ".example.com", "evilexample.com", "com"}) {
    EXPECT_FALSE(rules.rules.admits_name(other)) << other;
  }
}

TEST(NetworkRules, DenyMoreThanTheyAllow) {
  Rules rules;
  ASSERT_TRUE(rules.allow("*"));
  ASSERT_TRUE(rules.deny("*.evil.test"));
  ASSERT_TRUE(rules.deny("one-port.test:80"));
  ASSERT_TRUE(rules.deny("10.0.0.0/8"));
  EXPECT_FALSE(rules.rules.admits_name("a.evil.test"));
  EXPECT_TRUE(rules.rules.admits_name("one-port.test"));
  EXPECT_FALSE(rules.rules.admits_name("one-port.test", 80));
  EXPECT_TRUE(rules.rules.admits_name("one-port.test", 81));
  for (const char* denied : {"10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "2002:a01:203::"}) {
    EXPECT_FALSE(rules.admits(denied, 80)) << denied;
  }
  EXPECT_TRUE(rules.admits("11.1.2.3", 80));
}

TEST(NetworkRules, NameAddressesWithTheirPorts) {
  Rules rules;
  ASSERT_TRUE(rules.allow("192.0.2.1:443"));
  ASSERT_TRUE(rules.allow("[2001:db8::1]:443"));
  ASSERT_TRUE(rules.allow("2001:db8::2"));
  ASSERT_TRUE(rules.allow("localhost:8080"));
  EXPECT_TRUE(rules.admits("192.0.2.1", 443));
  EXPECT_FALSE(rules.admits("192.0.2.1", 80));
  EXPECT_TRUE(rules.admits("2001:db8::1", 443));
  EXPECT_FALSE(rules.admits("2001:db8::1", 80));
  EXPECT_TRUE(rules.admits("2001:db8::2", 80));
  EXPECT_TRUE(rules.admits("127.0.0.1", 8080));
  EXPECT_TRUE(rules.admits("::1", 8080));
  EXPECT_FALSE(rules.admits("127.0.0.1", 80));
}

TEST(NetworkRules, AreRefusedIfTheyMeanNothing) {
  Rules rules;
  for (const char* wrong :
       {"", ":80", "a:b", "a:0", "a:65536", "[::1", "[::1]x", "a*.com", "*.*.com", "a b", "http://a", "*."}) {
    EXPECT_FALSE(rules.allow(wrong)) << wrong;
  }
}

TEST(PathRules, GiveTheRightsOfTheLongestPath) {
  PathRules rules;
  ASSERT_TRUE(rules.close_for_reading("/none/home"));
  ASSERT_TRUE(rules.open_for_reading("/none/home/public"));
  ASSERT_TRUE(rules.open_for_writing("/none/home/project"));
  ASSERT_TRUE(rules.close_for_writing("/none/home/project/.git/"));
  EXPECT_EQ(rules.rights_of("/none"), unsigned{kMayRead});
  EXPECT_EQ(rules.rights_of("/none/home"), unsigned{kNoPathRights});
  EXPECT_EQ(rules.rights_of("/none/homes"), unsigned{kMayRead});
  EXPECT_EQ(rules.rights_of("/none/home/public/x"), unsigned{kMayRead});
  EXPECT_EQ(rules.rights_of("/none/home/project/x"), unsigned{kMayRead} | kMayWrite);
  EXPECT_EQ(rules.rights_of("/none/home/project/.git/x"), unsigned{kMayRead});
  EXPECT_EQ(rules.rights_of_whole("/none/home/project"), unsigned{kMayRead});
  EXPECT_EQ(rules.rights_of_whole("/"), unsigned{kNoPathRights});
  EXPECT_TRUE(rules.has_rules_below("/none/home"));
  EXPECT_FALSE(rules.has_rules_below("/none/home/public"));
}

TEST(PathRules, TakeAwayWhereTwoAreOfOnePath) {
  PathRules rules;
  ASSERT_TRUE(rules.close_for_reading("/none/x"));
  ASSERT_TRUE(rules.open_for_writing("/none//x/."));
  EXPECT_EQ(rules.rights_of("/none/x"), unsigned{kNoPathRights});
}

TEST(PathRules, FollowLinksAsFarAsTheyExist) {
  const test_support::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "real");
  std::filesystem::create_directory_symlink("real", folder.path() / "link");
  PathRules rules;
  ASSERT_TRUE(rules.close_for_reading((folder.path() / "link/new/file").c_str()));
  EXPECT_EQ(rules.rights_of((folder.path() / "real/new/file").c_str()), unsigned{kNoPathRights});
}

TEST(PathRules, AreNotRelativeAndDoNotGoUp) {
  PathRules rules;
  EXPECT_FALSE(rules.close_for_reading("x"));
  EXPECT_FALSE(rules.close_for_reading("/none/../etc"));
  EXPECT_TRUE(rules.close_for_reading("/none/..x"));
}

TEST(SandboxPolicy, NamesTheLineThatItDoesNotKnow) {
  for (const char* wrong : {"sneeze", "write relative", "allow", "deny a:b", "temporary x", "landlock-abi x"}) {
    std::string text = std::string("write /tmp\n\n") + wrong;
    Policy policy;
    EXPECT_STREQ(read_policy(text.data(), policy), std::string(wrong).substr(0, std::string(wrong).find(' ')).c_str());
  }
}

TEST(SandboxPolicy, MayHavePathsWithBlanks) {
  std::string text = "folder /none/a folder\nlocal-binding\nlearn\nbest-effort";
  Policy policy;
  ASSERT_EQ(read_policy(text.data(), policy), nullptr);
  EXPECT_EQ(policy.paths.rights_of("/none/a folder/x") & kMayWrite, unsigned{kMayWrite});
  EXPECT_TRUE(policy.binds_locally && policy.learns && policy.is_best_effort);
}

TEST(NetworkRules, DenyLoopbackInItsUnspecifiedForm) {
  Rules rules;
  ASSERT_TRUE(rules.allow("0.0.0.0/0") && rules.allow("::/0") && rules.deny("localhost"));
  for (const char* address : {"127.0.0.1", "0.0.0.0", "::", "::1", "::ffff:0.0.0.0"}) {
    EXPECT_FALSE(rules.admits(address, 80)) << address;
  }
  EXPECT_TRUE(rules.admits("192.0.2.1", 80));
}

TEST(NetworkRules, RefuseNamesThatNoProgramAsksFor) {
  Rules rules;
  EXPECT_FALSE(
      rules.deny("*.b\xc3\xbc"
                 "cher.example"));
  EXPECT_TRUE(rules.deny("*.xn--bcher-kva.example"));
}

TEST(LauncherPolicy, ClosesDevicesUnlessItOpensThem) {
  char lines[] = "read /dev/dri\n";
  Policy policy;
  ASSERT_EQ(read_policy(lines, policy), nullptr);
  for (const char* closed : {"/dev", "/dev/pts/1", "/dev/shm/x", "/dev/sda"}) {
    EXPECT_EQ(policy.paths.rights_of(closed), kNoPathRights) << closed;
  }
  for (const char* open : {"/dev/null", "/dev/dri/card0"}) EXPECT_EQ(policy.paths.rights_of(open), kMayRead) << open;
}

class PlantedLinks : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"project/own", "fixed", "elsewhere"})
      std::filesystem::create_directories(folder.path() / name);
    std::filesystem::create_directory_symlink(folder.path() / "elsewhere", folder.path() / "project/link");
    std::filesystem::create_directory_symlink("project/link", folder.path() / "fixed-to-link");
    std::filesystem::create_directory_symlink("own", folder.path() / "project/to-own");
    std::filesystem::create_directory_symlink("elsewhere", folder.path() / "to-elsewhere");
  }
  /// Whether a rule for the path is found, beside one that opens project/.
  bool is_planted(const std::string& relative) {
    PathRules rules;
    const std::string project = folder.path() / "project";
    const std::string path = folder.path() / relative;
    EXPECT_TRUE(rules.open_for_writing(project.c_str()) && rules.open_for_writing(path.c_str()));
    const char* const found = rules.find_planted(rules);
    EXPECT_TRUE(found == nullptr || found == path);
    return found != nullptr;
  }
  const test_support::TemporaryFolder folder;
};

TEST_F(PlantedLinks, AreThoseThatTheServerCouldHaveMade) {
  EXPECT_TRUE(is_planted("project/link"));
  EXPECT_TRUE(is_planted("project/link/below"));
  EXPECT_TRUE(is_planted("project/../project//link/"));
  EXPECT_TRUE(is_planted("fixed-to-link"));
}

TEST_F(PlantedLinks, AreNotThoseOfTheUser) {
  EXPECT_FALSE(is_planted("to-elsewhere"));
  EXPECT_FALSE(is_planted("project/to-own"));
  EXPECT_FALSE(is_planted("project/own/new"));
  EXPECT_FALSE(is_planted("elsewhere"));
}

// A file system gives the number of a removed file to the next.
TEST(LauncherBoundSockets, AreNotFilesThatGotTheirNumberLater) {
  const test_support::TemporaryFolder folder;
  const std::string path = folder.write("socket", "");
  const auto identity_of = [&path] {
    FileIdentity identity;
    const int file = open(path.c_str(), O_PATH | O_CLOEXEC);
    EXPECT_TRUE(find_identity(file, identity));
    close(file);
    return identity;
  };
  const FileIdentity bound = identity_of();
  BoundSockets sockets;
  sockets.add_file(bound);
  EXPECT_TRUE(sockets.owns_file(identity_of()));
  FileIdentity later = bound;
  ++later.born_nanoseconds;
  EXPECT_FALSE(sockets.owns_file(later));
  EXPECT_NE(bound.born_seconds, 0);
}

TEST(LauncherHostsFile, IsReadAgainWhenItHasChanged) {
  const test_support::TemporaryFolder folder;
  const std::string path = folder.write("hosts", "# x\n192.0.2.1\tOne.test two.test # three.test\n\nbad line\n");
  HostsFile hosts(path.c_str());
  InternetAddress address;
  ASSERT_TRUE(read_address("192.0.2.1", address));
  const auto has = [&](std::string_view name) {
    return hosts.find(address, [name](std::string_view known) { return known == name; });
  };
  EXPECT_TRUE(has("one.test"));
  EXPECT_TRUE(has("two.test"));
  EXPECT_FALSE(has("three.test"));
  folder.write("hosts", "192.0.2.1 four.test");
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_TRUE(has("four.test"));
  EXPECT_FALSE(has("one.test"));
}

TEST(LauncherNameservers, AreThoseOfTheFileOrThisMachine) {
  const test_support::TemporaryFolder folder;
  Nameservers missing((folder.path() / "missing").c_str());
  ASSERT_EQ(missing.servers().size(), 1U);
  EXPECT_TRUE(is_loopback(missing.servers()[0].address));
  const std::string path =
      folder.write("resolv.conf", "nameserver 192.0.2.1\nnameserver ::1#5353\nnameserver x\nsearch corp.test\n");
  Nameservers servers(path.c_str());
  ASSERT_EQ(servers.servers().size(), 2U);
  EXPECT_EQ(servers.servers()[0].port, 53);
  EXPECT_EQ(servers.servers()[1].port, 5353);
  char searched[64] = "api.example.com.corp.test";
  servers.strip_search_domain(searched);
  EXPECT_STREQ(searched, "api.example.com");
  char own[64] = "db.corp.test";
  servers.strip_search_domain(own);
  EXPECT_STREQ(own, "db.corp.test");
}

}  // namespace
}  // namespace launcher
