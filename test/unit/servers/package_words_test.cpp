#include "servers/package_words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace workbench::servers {
namespace {

using Args = std::vector<std::string>;

/// "name version" of the package in a command line; "none" if it has none.
std::string package_of(const std::string& command, const Args& args) {
  const auto package = package_in(command, args);
  return package ? package->name + " " + package->version : "none";
}

TEST(PackageWords, AreFoundBehindTheOptionsOfEachRunner) {
  EXPECT_EQ(package_of("npx", {"-y", "@scope/files@1.2.3", "/data"}), "@scope/files 1.2.3");
  EXPECT_EQ(package_of("/usr/bin/npx", {"--yes", "--registry", "http://x", "files@2.0.0-beta.1"}),
            "files 2.0.0-beta.1");
  EXPECT_EQ(package_of("npx", {"-y", "--package=@scope/files@1.2.3", "files-server"}), "@scope/files 1.2.3");
  EXPECT_EQ(package_of("npx", {"-p", "files@1.2.3", "server"}), "files 1.2.3");
  EXPECT_EQ(package_of("npm", {"exec", "--", "files@1.2.3"}), "files 1.2.3");
  EXPECT_EQ(package_of("pnpm", {"dlx", "files@1.2.3"}), "files 1.2.3");
  EXPECT_EQ(package_of("bunx", {"files@1.2.3"}), "files 1.2.3");
  EXPECT_EQ(package_of("bun", {"x", "files@1.2.3"}), "files 1.2.3");
  EXPECT_EQ(package_of("uvx", {"--python", "3.12", "mcp-files==1.2", "--verbose"}), "mcp-files 1.2");
  EXPECT_EQ(package_of("uvx", {"--from", "mcp-files[all]@1.2.3", "files"}), "mcp-files[all] 1.2.3");
  EXPECT_EQ(package_of("uv", {"tool", "run", "mcp-files==1.2.3"}), "mcp-files 1.2.3");
  EXPECT_EQ(package_of("pipx", {"run", "--spec", "mcp-files==1.2.3", "files"}), "mcp-files 1.2.3");
  EXPECT_EQ(package_of("deno", {"run", "-A", "npm:@scope/files@1.2.3"}), "npm:@scope/files 1.2.3");
}

TEST(PackageWords, HaveAVersionOnlyIfTheLinePinsOne) {
  for (const char* spec : {"files", "files@latest", "files@^1.2.3", "files@~1.2.3", "files@1", "files@1.2", "files@1.x",
                           "files@*", "files@>=1.2.3", "@scope/files", "git+https://example.test/files.git"}) {
    const auto package = package_in("npx", {"-y", spec});
    ASSERT_TRUE(package.has_value()) << spec;
    EXPECT_EQ(package->version, "") << spec;
  }
  EXPECT_EQ(package_of("uvx", {"mcp-files>=1.2"}), "mcp-files ");
  EXPECT_EQ(package_of("uvx", {"mcp-files==1.*"}), "mcp-files ");
  EXPECT_EQ(package_of("uvx", {"mcp-files@latest"}), "mcp-files ");
}

TEST(PackageWords, AreAbsentWhereNoPackageIsRun) {
  EXPECT_EQ(package_of("node", {"server.js"}), "none");
  EXPECT_EQ(package_of("npm", {"run", "start"}), "none");
  EXPECT_EQ(package_of("uv", {"run", "server.py"}), "none");
  EXPECT_EQ(package_of("npx", {"-y"}), "none");
  EXPECT_EQ(package_of("pnpm", {}), "none");
}

TEST(ImageWords, AreFoundBehindTheOptionsOfTheEngine) {
  const std::string digest = "example.test/files:1.2@sha256:" + std::string(64, 'a');
  EXPECT_EQ(image_in("docker", {"run", "-i", "--rm", "-e", "TOKEN", "-v", "/a:/b", digest, "--root", "/b"}), digest);
  EXPECT_EQ(image_in("podman", {"run", "-it", "--env=A=b", "--network", "none", "files:1"}), "files:1");
  EXPECT_EQ(image_in("docker", {"--context", "x", "run", "-ie", "TOKEN", "files"}), "files");
  EXPECT_EQ(image_in("docker", {"run", "-eTOKEN=x", "--", "files"}), "files");
  EXPECT_EQ(image_in("docker", {"exec", "-i", "files"}), std::nullopt);
  EXPECT_EQ(image_in("docker", {"run", "--rm"}), std::nullopt);
  EXPECT_EQ(image_in("node", {"run", "x"}), std::nullopt);
}

}  // namespace
}  // namespace workbench::servers
