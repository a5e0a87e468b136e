#include "config/toolboxes_file/for_client.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>

namespace {

using namespace workbench;
using config::Share;

config::ServerEntry entry(Share share) {
  config::ServerEntry entry;
  entry.share = share;
  entry.takes_client_folder = true;
  entry.options.set("command", "run");
  entry.options.set("args", Options::TextList{"--root=${client.cwd}/src", "x"});
  entry.options.set("env", Options::TextMap{{"HERE", "${client.cwd}${client.cwd}"}});
  return entry;
}

TEST(AnEntryForAClient, HasItsFolder) {
  const config::ServerEntry made = for_client(entry(Share::client), "/p");
  EXPECT_EQ(made.options.text_list("args"), (Options::TextList{"--root=/p/src", "x"}));
  EXPECT_EQ(made.options.text_map("env"), (Options::TextMap{{"HERE", "/p/p"}}));
  EXPECT_EQ(made.options.text("cwd"), "/p");
  EXPECT_EQ(made.project, "");
}

TEST(AnEntryForAClient, KeepsItsOwnWorkingDirectory) {
  config::ServerEntry own = entry(Share::client);
  own.takes_client_folder = false;
  own.options.set("cwd", "/own");
  EXPECT_EQ(for_client(own, "/p").options.text("cwd"), "/own");
}

TEST(AnEntryForAClient, NamesNoWorkingDirectoryIfItIsTheWorkbenchsOwn) {
  EXPECT_FALSE(for_client(entry(Share::client), std::filesystem::current_path().string()).options.has("cwd"));
}

TEST(AnEntryForAClient, IsTheSameForAllWhoShareItByProcess) {
  EXPECT_EQ(for_client(entry(Share::process), "/p"), entry(Share::process));
}

TEST(AnEntryForAClient, BelongsToItsProject) {
  EXPECT_EQ(for_client(entry(Share::project), "/p").project, "/p");
  EXPECT_EQ(for_client(entry(Share::project), "").share, Share::client);
}

TEST(AnEntryForAClient, CannotBeUsedIfItNeedsAFolderThatIsNotKnown) {
  EXPECT_TRUE(for_client(entry(Share::client), "").unusable.has_value());
  config::ServerEntry plain;
  EXPECT_FALSE(for_client(plain, "").unusable.has_value());
}

TEST(AnEntryForAClient, HasItsRoot) {
  config::ServerEntry rooted;
  rooted.options.set("args", Options::TextList{"${client.root}/x", "${client.cwd}"});
  EXPECT_EQ(for_client(rooted, "/p", "/r").options.text_list("args"), (Options::TextList{"/r/x", "/p"}));
  EXPECT_TRUE(for_client(rooted, "/p").unusable.has_value()) << "the root is not known";
}

TEST(ARoot, IsThePathOfAFileUri) {
  EXPECT_EQ(config::path_of_file_uri("file:///home/a%20b/"), "/home/a b/");
  EXPECT_EQ(config::path_of_file_uri("file://localhost/a"), "/a");
  EXPECT_EQ(config::path_of_file_uri("file://elsewhere/a"), std::nullopt);
  EXPECT_EQ(config::path_of_file_uri("https://host/a"), std::nullopt);
  EXPECT_EQ(config::path_of_file_uri("%"), std::nullopt);
}

}  // namespace
