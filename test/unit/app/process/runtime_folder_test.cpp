#include "app/process/runtime_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

class RuntimeFolder : public testing::Test {
 protected:
  RuntimeFolder() {
    if (const char* const value = std::getenv("XDG_RUNTIME_DIR"); value != nullptr) before_ = value;
    ::unsetenv("XDG_RUNTIME_DIR");
  }
  ~RuntimeFolder() override {
    ::unsetenv("XDG_RUNTIME_DIR");
    if (before_) ::setenv("XDG_RUNTIME_DIR", before_->c_str(), 1);
  }

  [[nodiscard]] fs::path of_sessions() const { return folder_.path() / std::to_string(::geteuid()); }

  test_support::TemporaryFolder folder_;

 private:
  std::optional<std::string> before_;
};

TEST_F(RuntimeFolder, IsThatOfTheUsersSessionsWhereAClientPassesNoVariable) {
  fs::create_directory(of_sessions());
  const auto found = runtime_folder(folder_.path());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, of_sessions() / "mcp-workbench");
  EXPECT_TRUE(fs::is_directory(*found));
}

TEST_F(RuntimeFolder, IsTheOneThatTheVariableNamesAlsoIfTheUserHasSessions) {
  fs::create_directory(of_sessions());
  const fs::path named = folder_.path() / "named";
  fs::create_directory(named);
  ::setenv("XDG_RUNTIME_DIR", named.c_str(), 1);
  const auto found = runtime_folder(folder_.path());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, named / "mcp-workbench");
}

TEST_F(RuntimeFolder, IsNeverALinkAmongTheFoldersOfUsers) {
  const fs::path elsewhere = folder_.path() / "elsewhere";
  fs::create_directory(elsewhere);
  fs::create_directory_symlink(elsewhere, of_sessions());
  const auto found = runtime_folder(folder_.path());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, "/tmp/mcp-workbench-" + std::to_string(::geteuid()));
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

}  // namespace
}  // namespace workbench::app
