#include "config/sandbox_block.hpp"

#include <gtest/gtest.h>

namespace workbench::config {
namespace {

std::string learned(const std::vector<std::string>& denied) {
  return sandbox_block(denied, "/home/p", PathFolding::folders).json();
}

TEST(SandboxBlock, HasAKeyForEachThingThatCanBeAllowed) {
  EXPECT_EQ(learned({"read /home/p/.netrc", "write /srv/x", "connect api.example.com:443",
                     "connect db.example.com:5432", "connect unix:/run/docker.sock", "bind 127.0.0.1:0"}),
            R"({"filesystem":{"allowRead":["~/.netrc"],"allowWrite":["/srv/x"]},"network":{"allowedDomains":)"
            R"(["api.example.com","db.example.com:5432"],"allowUnixSockets":["/run/docker.sock"],)"
            R"("allowLocalBinding":true}})");
}

TEST(SandboxBlock, NamesTheFolderOfSeveralFiles) {
  EXPECT_EQ(learned({"write /home/p/.cache/x/a", "write /home/p/.cache/x/b/c", "write /home/p/.cache/x/b/d"}),
            R"({"filesystem":{"allowWrite":["~/.cache/x"]}})");
}

TEST(SandboxBlock, SaysOfAFolderThatWasMadeThatItIsOne) {
  EXPECT_EQ(learned({"write /home/p/.cache/x/", "write /home/p/.cache/x/a", "write /home/p/.y/"}),
            R"({"filesystem":{"allowWrite":["~/.cache/x/","~/.y/"]}})");
}

TEST(SandboxBlock, NeverNamesAFolderOfSeveralPrograms) {
  EXPECT_EQ(learned({"write /home/p/.cache/x", "write /home/p/.cache/y", "write /home/p/a", "write /home/p/b"}),
            R"({"filesystem":{"allowWrite":["~/.cache/x","~/.cache/y","~/a","~/b"]}})");
}

TEST(SandboxBlock, HasNoKeyForWhatIsNeverAllowed) {
  const SandboxBlock block = sandbox_block({"call ptrace", "connect unix:@bus"}, "/home/p", PathFolding::none);
  EXPECT_TRUE(block.is_empty());
  EXPECT_EQ(block.never_allowed, (std::vector<std::string>{"call ptrace", "connect unix:@bus"}));
}

TEST(SandboxBlock, KeepsThePortOfAnAddressOfTheSixthVersion) {
  EXPECT_EQ(learned({"connect [fd00::1]:443"}), R"({"network":{"allowedDomains":["[fd00::1]:443"]}})");
}

TEST(WhatWasDenied, IsSaidWithTheLineToAdd) {
  EXPECT_EQ(
      describe_denied({"write /home/p/.cache/x", "connect api.example.com:443"}, "/home/p"),
      "denied: write ~/.cache/x; connect api.example.com:443; to allow it, add to the entry of the server: "
      R"("sandbox": {"filesystem":{"allowWrite":["~/.cache/x"]},"network":{"allowedDomains":["api.example.com"]}})");
}

TEST(WhatWasDenied, IsSaidWithABound) {
  std::vector<std::string> many;
  for (int i = 0; i < 64; ++i) many.push_back("write /srv/" + std::to_string(i));
  const std::string text = describe_denied(many, "/home/p");
  EXPECT_NE(text.find("; and 58 more"), std::string::npos) << text;
  EXPECT_LT(text.size(), 600U);
}

TEST(WhatWasDenied, HasNoLineForWhatIsNeverAllowed) {
  EXPECT_EQ(describe_denied({"call ptrace"}, "/home/p"), "denied: call ptrace");
}

}  // namespace
}  // namespace workbench::config
