#include <gtest/gtest.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <workbench/abi.hpp>
#include <workbench/testing/loop_host.hpp>

#include "registry/registry.hpp"

namespace workbench {
namespace {

namespace fs = std::filesystem;

const fs::path kPlugins = PLUGIN_FOLDER;
const std::string kBuildAgain = "; build it again with workbench_add_plugin() of this workbench";
const std::string kCorrect = "; correct the plugin, or take it out of the list of plugins";

/// A folder of this test's own, for files that are no plugins.
class BadPlugins : public testing::Test {
 protected:
  BadPlugins() {
    folder = fs::path(testing::TempDir()) / ("bad_plugins." + std::to_string(::getpid()) + "." +
                                             testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder);
  }
  ~BadPlugins() override { fs::remove_all(folder); }

  fs::path file(const std::string& name, const std::string& content) const {
    std::ofstream(folder / name, std::ios::binary) << content;
    return folder / name;
  }

  std::string refusal(const std::vector<std::string>& names, const std::vector<fs::path>& path = {kPlugins}) {
    try {
      registry.load(names, path);
    } catch (const registry::PluginRefused& refused) {
      return refused.what();
    }
    return "not refused";
  }

  fs::path folder;
  test::LoopHost host;
  registry::Registry registry{host};
};

/// Files are opened with the rights of an ordinary user, even if root runs the tests.
class Unprivileged {
 public:
  Unprivileged() { ::setfsuid(kNobody); }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;
  ~Unprivileged() { ::setfsuid(::geteuid()); }

 private:
  static constexpr uid_t kNobody = 65534;
};

std::string in_file(const std::string& plugin) {
  return "plugin file '" + (kPlugins / (plugin + ".so")).native() + "' ";
}

std::string in_plugin(const std::string& plugin) {
  return "plugin '" + plugin + "' ('" + (kPlugins / (plugin + ".so")).native() + "') ";
}

TEST_F(BadPlugins, MissingNamesEveryPlaceThatWasSearched) {
  EXPECT_EQ(refusal({"nowhere"}, {"/first/place", "/second"}),
            "plugin 'nowhere' was not found (searched: '/first/place/nowhere.so', '/second/nowhere.so'); install it "
            "there, or correct its name or the plugin path");
}

TEST_F(BadPlugins, MissingWhereThereIsNoPathToSearch) {
  EXPECT_EQ(refusal({"nowhere"}, {}),
            "plugin 'nowhere' was not found, because the plugin path has no folder in it; add the folder that holds "
            "'nowhere.so'");
}

TEST_F(BadPlugins, MissingFileGivenByItsPath) {
  EXPECT_EQ(refusal({"/no/such/plugin.so"}),
            "plugin file '/no/such/plugin.so' does not exist; correct its path in the list of plugins");
}

TEST_F(BadPlugins, WithoutAName) {
  EXPECT_EQ(refusal({""}), "the list of plugins has an empty name in it; name a plugin or take it out");
}

TEST_F(BadPlugins, Folder) {
  fs::create_directory(folder / "folder.so");
  EXPECT_EQ(refusal({"folder"}, {folder}), "plugin file '" + (folder / "folder.so").native() +
                                               "' is a folder, not a shared library; name the plugin's .so file");
}

TEST_F(BadPlugins, Fifo) {
  const fs::path fifo = folder / "fifo.so";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(refusal({fifo.native()}),
            "plugin file '" + fifo.native() + "' is not a regular file; name the plugin's .so file");
}

TEST_F(BadPlugins, LinkToNothing) {
  const fs::path link = folder / "link.so";
  fs::create_symlink(folder / "gone.so", link);
  EXPECT_EQ(refusal({"link"}, {folder}),
            "plugin file '" + link.native() + "' is a symbolic link to nothing; install what it points to");
}

TEST_F(BadPlugins, UnreadableFile) {
  const fs::path secret = file("secret.so", "\177ELF");
  fs::permissions(secret, fs::perms::none);
  const Unprivileged user;
  EXPECT_EQ(refusal({"secret"}, {folder}), "plugin file '" + secret.native() +
                                               "' cannot be read (Permission denied); give this user the right to "
                                               "read it");
}

TEST_F(BadPlugins, TextFile) {
  const fs::path text = file("text.so", "INPUT(libsomething.so)\n");
  EXPECT_EQ(
      refusal({"text"}, {folder}),
      "plugin file '" + text.native() + "' is not a shared library: it does not begin like an ELF file" + kBuildAgain);
}

TEST_F(BadPlugins, EmptyFile) {
  const fs::path empty = file("empty.so", "");
  EXPECT_EQ(refusal({"empty"}, {folder}),
            "plugin file '" + empty.native() + "' is empty, not a shared library" + kBuildAgain);
}

TEST_F(BadPlugins, TruncatedFile) {
  const fs::path cut = folder / "cut.so";
  fs::copy_file(kPlugins / "good.so", cut);
  fs::resize_file(cut, fs::file_size(cut) / 2);
  EXPECT_EQ(refusal({"cut"}, {folder}), "plugin file '" + cut.native() +
                                            "' is damaged or cut short: its list of symbols cannot be read; copy or "
                                            "build it again");
}

TEST_F(BadPlugins, NothingButAnElfHeader) {
  const fs::path header = folder / "header.so";
  fs::copy_file(kPlugins / "good.so", header);
  fs::resize_file(header, 10);
  EXPECT_EQ(refusal({"header"}, {folder}), "plugin file '" + header.native() +
                                               "' is damaged or cut short: its list of symbols cannot be read; copy "
                                               "or build it again");
}

TEST_F(BadPlugins, NotAPluginAtAll) {
  EXPECT_EQ(refusal({"no-descriptor"}),
            in_file("no-descriptor") +
                "is a shared library but not a workbench plugin: it does not export 'workbench_plugin'; put "
                "WORKBENCH_PLUGIN(...) into one of its sources, or take it out of the list of plugins");
}

// Its static constructor would end this process: if the test continues, none of its code has run.
TEST_F(BadPlugins, BuiltForAnotherAbi) {
  EXPECT_EQ(refusal({"wrong-abi"}), in_file("wrong-abi") + "was built for another workbench: ABI version 999 (here " +
                                        std::to_string(WORKBENCH_ABI_VERSION) + ")" + kBuildAgain);
}

TEST_F(BadPlugins, BuiltForAnUnknownAbi) {
  EXPECT_EQ(refusal({"no-abi"}),
            in_file("no-abi") + "does not say which ABI it was built for: it exports no symbol 'workbench_abi_...'" +
                kBuildAgain);
}

TEST_F(BadPlugins, BuiltForTwoAbis) {
  EXPECT_EQ(refusal({"two-abis"}), in_file("two-abis") +
                                       "names 2 ABIs that it was built for where one was expected; use "
                                       "WORKBENCH_PLUGIN once and build it again with workbench_add_plugin() of this "
                                       "workbench");
}

TEST_F(BadPlugins, WithASymbolThatNothingDefines) {
  EXPECT_EQ(refusal({"unresolved-symbol"}), in_file("unresolved-symbol") +
                                                "cannot be loaded: undefined symbol: nobody_defines_this; link it "
                                                "with everything that it uses and build it again");
}

TEST_F(BadPlugins, WithADescriptorThatIsNone) {
  EXPECT_EQ(refusal({"foreign-descriptor"}),
            in_file("foreign-descriptor") +
                "exports a 'workbench_plugin' that is not a plugin descriptor; make it with "
                "WORKBENCH_PLUGIN(name, version, function)");
}

TEST_F(BadPlugins, WithoutANameOfItsOwn) {
  EXPECT_EQ(refusal({"no-name"}), in_file("no-name") +
                                      "has no name in its plugin descriptor; make it with WORKBENCH_PLUGIN(name, "
                                      "version, function)");
}

TEST_F(BadPlugins, WithoutAVersion) {
  EXPECT_EQ(refusal({"empty-version"}), in_file("empty-version") +
                                            "has no version in its plugin descriptor; make it with "
                                            "WORKBENCH_PLUGIN(name, version, function)");
}

TEST_F(BadPlugins, ThrowingWhileItRegistersLeavesNothingBehind) {
  EXPECT_EQ(refusal({"throws"}), in_plugin("throws") + "threw while it registered: no licence found" + kCorrect);

  EXPECT_EQ(registry.of<Transport>().find("half-done"), nullptr);
  EXPECT_TRUE(registry.of<Transport>().names().empty());
  EXPECT_TRUE(registry.plugins().empty());
}

TEST_F(BadPlugins, ThrowingAValueThatIsNotAnException) {
  EXPECT_EQ(
      refusal({"throws-a-number"}),
      in_plugin("throws-a-number") + "threw while it registered: something that is not a std::exception" + kCorrect);
}

TEST_F(BadPlugins, RegisteringNothing) {
  const std::string text = refusal({"registers-nothing"});
  EXPECT_TRUE(text.starts_with(in_plugin("registers-nothing") + "registers nothing where at least one transport, "));
  EXPECT_TRUE(text.ends_with(" or extension was expected" + kCorrect));
  for (const registry::Kind& kind : registry::kinds()) EXPECT_NE(text.find(kind.name), std::string::npos) << kind.name;
}

TEST_F(BadPlugins, RegisteringAnEmptyName) {
  EXPECT_EQ(refusal({"empty-name"}), in_plugin("empty-name") + "registers a listener with an empty name" + kCorrect);
}

TEST_F(BadPlugins, RegisteringAMalformedName) {
  EXPECT_EQ(refusal({"malformed-name"}), in_plugin("malformed-name") +
                                             "registers a tool filter with the name 'Read Only' where only lower-case "
                                             "letters, digits and hyphens were expected" +
                                             kCorrect);
}

TEST_F(BadPlugins, RegisteringAMalformedMetaTool) {
  EXPECT_EQ(refusal({"malformed-meta-tool"}), in_plugin("malformed-meta-tool") +
                                                  "registers a meta-tool with the name 'use.tool' where only "
                                                  "lower-case letters, digits, hyphens and underscores were expected" +
                                                  kCorrect);
}

TEST_F(BadPlugins, RegisteringANameThatIsTakenLeavesNothingBehind) {
  EXPECT_EQ(refusal({"good", "taken-name"}),
            in_plugin("taken-name") +
                "registers the transport 'good-transport', which plugin 'good' has registered already; take one of "
                "the two out of the list of plugins");

  EXPECT_EQ(registry.of<Transport>().find("of-its-own"), nullptr);
  EXPECT_EQ(registry.plugins().size(), 1U);
}

TEST_F(BadPlugins, RegisteringANameTwice) {
  EXPECT_EQ(refusal({"name-twice"}), in_plugin("name-twice") + "registers the tool filter 'again' twice" + kCorrect);
}

TEST_F(BadPlugins, RegisteringAFactoryThatMakesNothing) {
  EXPECT_EQ(
      refusal({"null-object"}),
      in_plugin("null-object") + "registers the meta-tool 'nobody', which has no function that makes it" + kCorrect);
}

TEST_F(BadPlugins, DescribingAnOptionThatCannotBeDistinguishedFromAnother) {
  const auto refusal_of = [this](const char* option) {
    ::setenv("UNSOUND_OPTION", option, 1);
    return refusal({"unsound-options"});
  };
  const std::string describes = in_plugin("unsound-options") + "registers the transport 'unsound', which describes ";

  EXPECT_EQ(refusal_of(""), describes + "an option with an empty name" + kCorrect);
  EXPECT_EQ(refusal_of("path"), describes + "the option 'path' twice" + kCorrect);
  EXPECT_EQ(refusal_of("toolFilters"),
            describes + "the option 'toolFilters', which is a key of every server entry" + kCorrect);
}

TEST_F(BadPlugins, RegisteringAKindThatTheWorkbenchDoesNotHaveLeavesNothingBehind) {
  EXPECT_EQ(refusal({"unknown-kind"}), in_plugin("unknown-kind") +
                                           "registers the archive 'tape', a kind that this workbench does not have; "
                                           "update the workbench, or take the plugin out of the list of plugins");
  EXPECT_EQ(registry.of<Transport>().find("of-its-own"), nullptr);
}

TEST_F(BadPlugins, RegisteringAKindWithTheInterfaceOfAnother) {
  EXPECT_EQ(refusal({"mistaken-kind"}),
            in_plugin("mistaken-kind") +
                "registers the middleware 'broker', whose factory makes objects of another type" + kCorrect);
}

TEST_F(BadPlugins, NamedTwice) {
  EXPECT_EQ(refusal({"good", "good"}),
            in_file("good") + "is loaded already, as plugin 'good'; name it once in the list of plugins");
}

TEST_F(BadPlugins, NamedTwiceByAnotherPath) {
  fs::create_symlink(kPlugins / "good.so", folder / "alias.so");
  EXPECT_EQ(refusal({"good", "alias"}, {kPlugins, folder}),
            "plugin file '" + (folder / "alias.so").native() +
                "' is loaded already, as plugin 'good'; name it once in the list of plugins");
}

TEST_F(BadPlugins, CallingItselfAsAnother) {
  EXPECT_EQ(refusal({"good", "namesake"}), in_file("namesake") + "calls itself 'good', as the plugin in '" +
                                               (kPlugins / "good.so").native() +
                                               "' does already; take one of the two out of the list of plugins");
}

TEST_F(BadPlugins, DoNotSpoilTheRegistryForAGoodOne) {
  ASSERT_NE(refusal({"throws"}), "not refused");

  registry.load({"good"}, {kPlugins});

  EXPECT_NE(registry.of<Transport>().find("good-transport"), nullptr);
}

// --- files that others can change ------------------------------------------------------------------------------------

/// A copy of a good plugin in the folder of a test, `plugins/good.so`.
class ForeignPlugins : public BadPlugins {
 protected:
  ForeignPlugins() {
    fs::create_directory(folder / "plugins");
    plugin = folder / "plugins" / "good.so";
    fs::copy_file(kPlugins / "good.so", plugin);
    fs::permissions(plugin, fs::perms(0644));
    for (const fs::path& one : {folder, folder / "plugins"}) fs::permissions(one, fs::perms(0755));
  }

  std::string refusal_by_name() { return refusal({"good"}, {folder / "plugins"}); }
  std::string refusal_by_file() { return refusal({plugin.native()}, {}); }
  std::string because(const fs::path& of, const std::string& reason) const {
    return "plugin file '" + plugin.native() + "' is not loaded, because '" + of.native() + "' " + reason +
           "; take that right away with chmod o-w; plugins.checkFiles = false loads it in spite of that";
  }

  fs::path plugin;
};

TEST_F(ForeignPlugins, AreLoadedWhereOnlyTheUserCanChangeThem) {
  EXPECT_EQ(refusal_by_name(), "not refused");
}

TEST_F(ForeignPlugins, ThatEverybodyCanWrite) {
  fs::permissions(plugin, fs::perms(0666));
  EXPECT_EQ(refusal_by_name(), because(plugin, "can be written by everybody (mode 0666)"));
  EXPECT_EQ(refusal_by_file(), because(plugin, "can be written by everybody (mode 0666)"));
}

TEST_F(ForeignPlugins, InAFolderThatEverybodyCanWriteTo) {
  fs::permissions(folder / "plugins", fs::perms(0777));
  EXPECT_EQ(refusal_by_name(), because(folder / "plugins", "can be written by everybody (mode 0777)"));
}

TEST_F(ForeignPlugins, BelowAFolderThatEverybodyCanWriteTo) {
  fs::permissions(folder, fs::perms(0777));
  EXPECT_EQ(refusal_by_file(), because(folder, "can be written by everybody (mode 0777)"));
}

TEST_F(ForeignPlugins, BehindALinkInAFolderThatEverybodyCanWriteTo) {
  fs::create_directory(folder / "links");
  fs::create_symlink(plugin, folder / "links" / "good.so");
  fs::permissions(folder / "links", fs::perms(0777));
  EXPECT_NE(refusal({"good"}, {folder / "links"}).find("can be written by everybody"), std::string::npos);
}

TEST_F(ForeignPlugins, OfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  constexpr uid_t kOther = 54321;
  ASSERT_EQ(::chown(plugin.c_str(), kOther, static_cast<gid_t>(-1)), 0);
  EXPECT_NE(refusal_by_name().find("' belongs to "), std::string::npos);
}

TEST_F(ForeignPlugins, AreLoadedWhereThatIsAllowed) {
  fs::permissions(plugin, fs::perms(0666));
  registry.load({"good"}, {folder / "plugins"}, registry::Registry::FileCheck::none);
  EXPECT_NE(registry.of<Transport>().find("good-transport"), nullptr);
}

}  // namespace
}  // namespace workbench
