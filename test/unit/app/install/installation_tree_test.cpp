#include "install/installation_tree.hpp"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "install/tree_copy.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace workbench::app;
namespace fs = std::filesystem;

/// While it lives, this thread can read only what the modes of files allow it to, also as root.
class NoRightsOfRoot {
 public:
  NoRightsOfRoot() {
    EXPECT_EQ(::syscall(SYS_capget, &header_, before_.data()), 0);
    auto without = before_;
    without[0].effective &= ~((1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH));
    EXPECT_EQ(::syscall(SYS_capset, &header_, without.data()), 0);
  }
  ~NoRightsOfRoot() { ::syscall(SYS_capset, &header_, before_.data()); }
  NoRightsOfRoot(const NoRightsOfRoot&) = delete;
  NoRightsOfRoot& operator=(const NoRightsOfRoot&) = delete;

 private:
  ::__user_cap_header_struct header_{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<::__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> before_{};
};

/// A folder in which trees are made; the program that they have is a script.
class ATree : public testing::Test {
 protected:
  [[nodiscard]] fs::path path(const std::string& name) const { return folder_.path() / name; }

  /// `is_relocatable`: it has the program in libexec, and a script in bin.
  fs::path make(const std::string& name, bool is_relocatable = true) const {
    const fs::path root = path(name);
    for (const char* folder : {"bin", "libexec", "lib/mcp-workbench"}) fs::create_directories(root / folder);
    std::ofstream(root / "bin/mcp-workbench") << "#!/bin/sh\necho 'mcp-workbench 1.2.3 (built for a test)'\n";
    fs::permissions(root / "bin/mcp-workbench", fs::perms(0775));
    std::ofstream(root / "lib/mcp-workbench/plugin.so") << "plugin";
    if (is_relocatable) std::ofstream(root / "libexec/mcp-workbench") << "program";
    return root;
  }

  [[nodiscard]] workbench::config::Environment environment(std::map<std::string, std::string> variables) const {
    return [variables = std::move(variables)](std::string_view name) -> std::optional<std::string> {
      const auto found = variables.find(std::string(name));
      return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
  }
  [[nodiscard]] TreeKind kind_of(const fs::path& root) const {
    return tree_at(root, environment({{"HOME", path("home").string()}})).kind;
  }

  const test_support::TemporaryFolder folder_;
};

TEST_F(ATree, IsTheUsersBelowTheDataFolderWhereverThatIs) {
  EXPECT_EQ(kind_of(make("home/.local/share/mcp-workbench/1.2.3")), TreeKind::user);
  const fs::path root = make("data/mcp-workbench/1.2.3");
  EXPECT_EQ(tree_at(root, environment({{"XDG_DATA_HOME", path("data").string()}})).kind, TreeKind::user);
  fs::create_symlink("1.2.3", path("data/mcp-workbench/current"));
  EXPECT_EQ(tree_at(path("data/mcp-workbench/current"), environment({})).root, fs::canonical(root));
}

TEST_F(ATree, IsTransientInACacheAndBelowNodeModules) {
  EXPECT_EQ(kind_of(make("home/.npm/_npx/0a/tree")), TreeKind::transient);
  EXPECT_EQ(kind_of("/opt/project/node_modules/@mcp-workbench/linux-x64-gnu/tree"), TreeKind::transient);
  EXPECT_EQ(kind_of(make("unpacked")), TreeKind::transient) << "of a temporary folder";
}

TEST_F(ATree, IsAFolderIfItWasBuiltOrUnpackedElsewhere) {
  EXPECT_EQ(kind_of(make("build", false)), TreeKind::folder);
  EXPECT_EQ(kind_of("/opt/mcp-workbench-1.2.3-linux-amd64"), TreeKind::folder);
}

TEST_F(ATree, IsTheSystemsInUsrAlone) {
  EXPECT_EQ(kind_of("/usr"), TreeKind::system);
  EXPECT_EQ(kind_of("/usr/local"), TreeKind::system);
  EXPECT_EQ(kind_of("/usr/share/other"), TreeKind::folder);
}

TEST_F(ATree, ContainsItsRootAndWhatIsBelowAlsoThroughLinks) {
  const InstallationTree tree{fs::canonical(make("tree"))};
  fs::create_directory_symlink("tree/lib", path("link"));
  for (const char* folder : {"tree", "tree/share/absent", "link/mcp-workbench"})
    EXPECT_TRUE(tree.contains(path(folder)));
  for (const char* folder : {"tree-2", "."}) EXPECT_FALSE(tree.contains(path(folder)));
  EXPECT_FALSE(tree.contains({}));
}

TEST_F(ATree, HasTheVersionThatItsProgramSays) {
  const auto version = version_of_tree({make("tree")});
  ASSERT_TRUE(version) << version.error().message;
  EXPECT_EQ(*version, "1.2.3");
}

TEST_F(ATree, IsRefusedIfItsVersionIsNoNameOfAFolder) {
  const fs::path root = make("tree");
  std::ofstream(root / "bin/mcp-workbench") << "#!/bin/sh\necho 'mcp-workbench ../../x'\n";
  const auto version = version_of_tree({root});
  ASSERT_FALSE(version);
  EXPECT_NE(version.error().message.find("cannot be the name of a folder"), std::string::npos);
}

TEST_F(ATree, IsCopiedWholeWithoutRightsForOthersToWrite) {
  const InstallationTree tree{make("tree")};
  fs::create_symlink("mcp-workbench", tree.root / "libexec/link");
  ASSERT_TRUE(copy_tree(tree, path("copy")));
  EXPECT_TRUE(is_copy_of(path("copy"), tree));
  EXPECT_EQ(fs::status(path("copy/bin/mcp-workbench")).permissions(), fs::perms(0755));
  EXPECT_EQ(fs::read_symlink(path("copy/libexec/link")), "mcp-workbench");
  std::ofstream(path("copy/libexec/mcp-workbench")) << "Program";
  EXPECT_FALSE(is_copy_of(path("copy"), tree));
}

TEST_F(ATree, IsNotCopiedIfAFolderInItCannotBeRead) {
  const NoRightsOfRoot no_rights;
  for (const bool is_relocatable : {true, false}) {
    const fs::path root = make(is_relocatable ? "tree" : "usr", is_relocatable);
    fs::create_directories(root / "share/doc");
    fs::permissions(root / "share/doc", fs::perms(0));
    const auto copied = copy_tree({root}, path("copy"));
    fs::permissions(root / "share/doc", fs::perms(0700));
    ASSERT_FALSE(copied);
    EXPECT_NE(copied.error().message.find("share/doc cannot be read: Permission denied"), std::string::npos)
        << copied.error().message;
    EXPECT_FALSE(fs::exists(path("copy")));
  }
}

TEST_F(ATree, IsNotCopiedWithoutItsPlugins) {
  const fs::path root = make("tree");
  fs::remove_all(root / "lib");
  EXPECT_FALSE(copy_tree({root}, path("copy")));
  EXPECT_FALSE(fs::exists(path("copy")));
}

TEST_F(ATree, IsNotTheSameAsACopyOfWhichAFileCannotBeRead) {
  const InstallationTree tree{make("tree")};
  ASSERT_TRUE(copy_tree(tree, path("copy")));
  const NoRightsOfRoot no_rights;
  for (const fs::path& root : {tree.root, path("copy")}) fs::permissions(root / "libexec/mcp-workbench", fs::perms(0));
  EXPECT_FALSE(is_copy_of(path("copy"), tree));
}

TEST_F(ATree, ThatSharesItsFoldersIsCopiedWithoutTheFilesOfOthers) {
  const fs::path root = make("usr", false);
  std::ofstream(root / "bin/other") << "other";
  const auto files = files_of_tree({root});
  ASSERT_TRUE(files);
  EXPECT_EQ(*files, (std::vector<fs::path>{"bin/mcp-workbench", "lib/mcp-workbench/plugin.so"}));
}

}  // namespace
