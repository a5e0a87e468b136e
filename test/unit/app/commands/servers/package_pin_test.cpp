#include "commands/servers/package_pin.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workbench;

config::ServerEntry entry(const std::string& command, const std::vector<std::string>& args) {
  config::ServerEntry entry;
  entry.options.set("command", command);
  entry.options.set("args", args);
  return entry;
}

std::string remedy(const config::ServerEntry& entry) {
  const auto advice = app::how_to_pin(entry);
  return advice ? advice->remedy : "(none)";
}

TEST(PackagePin, NamesTheWordToWriteForAPackageWithoutAVersion) {
  EXPECT_EQ(remedy(entry("uvx", {"mcp-server-git"})),
            R"(in "args": "mcp-server-git==VERSION" in the place of "mcp-server-git")");
  EXPECT_EQ(remedy(entry("uvx", {"mcp-server-git==1.0.0"})), "(none)");
}

TEST(PackagePin, NamesTheCommandThatShowsTheDigestOfAnImage) {
  EXPECT_EQ(remedy(entry("docker", {"run", "-i", "--rm", "localhost:5000/a/b:latest", "serve"})),
            R"(in "args": "localhost:5000/a/b@sha256:DIGEST" in the place of "localhost:5000/a/b:latest"; )"
            R"(docker image inspect --format '{{index .RepoDigests 0}}' localhost:5000/a/b:latest )"
            "shows it once the image is pulled");
  EXPECT_EQ(remedy(entry("podman", {"run", "a/b@sha256:0f"})), "(none)");
}

TEST(PackagePin, NamesTheKeyThatHasTheImage) {
  config::ServerEntry own;
  own.options.set("image", "ghcr.io/a/b");
  EXPECT_EQ(remedy(own),
            R"(in "image": "ghcr.io/a/b@sha256:DIGEST" in the place of "ghcr.io/a/b"; )"
            "podman image inspect --format '{{index .RepoDigests 0}}' ghcr.io/a/b shows it once the image is pulled");
}

TEST(PackagePin, QuotesAnImageForTheShell) {
  config::ServerEntry own;
  own.options.set("image", "a;reboot");
  EXPECT_NE(remedy(own).find("' 'a;reboot' shows"), std::string::npos) << remedy(own);
}

TEST(PackagePin, SaysNothingOfALocalProgram) {
  EXPECT_EQ(remedy(entry("/usr/bin/server", {"--port", "1"})), "(none)");
}

}  // namespace
