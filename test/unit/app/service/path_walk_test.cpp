#include "app/service/path_walk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class PathWalk : public testing::Test {
 protected:
  /// The steps below the folder of the test, as "FOLDER NAME", each with "." for that folder, and "!" if it is the
  /// last.
  [[nodiscard]] std::vector<std::string> steps_to(const fs::path& path) const {
    std::vector<std::string> steps;
    walk_path(path, [&](const PathStep& step) {
      const fs::path folder = step.folder.lexically_relative(folder_.path());
      if (*folder.begin() == "..") return;
      steps.push_back(folder.string() + " " + step.name + (step.is_last ? "!" : ""));
    });
    return steps;
  }
  [[nodiscard]] fs::path path(const std::string& name) const { return folder_.path() / name; }

  test_support::TemporaryFolder folder_;
};

TEST_F(PathWalk, VisitsEachNameFromTheRootOn) {
  std::vector<std::string> steps;
  walk_path("/etc/./wb//../f.json",
            [&](const PathStep& step) { steps.push_back(step.folder.string() + " " + step.name); });

  EXPECT_THAT(steps, ElementsAre("/ etc", "/etc wb", "/etc f.json"));
}

TEST_F(PathWalk, FollowsWhatDoesNotExist) {
  EXPECT_THAT(steps_to(path("a/b/f.json")), ElementsAre(". a", "a b", "a/b f.json!"));
}

TEST_F(PathWalk, FollowsLinksToFoldersAndToFiles) {
  fs::create_directories(path("srv/wb"));
  fs::create_directory_symlink(path("srv"), path("absolute"));
  fs::create_symlink("../wb/f.json", path("srv/wb/link.json"));

  EXPECT_THAT(steps_to(path("absolute/wb/link.json")),
              ElementsAre(". absolute", ". srv", "srv wb", "srv/wb link.json!", "srv wb", "srv/wb f.json!"));
}

TEST_F(PathWalk, EndsWhereLinksLeadToEachOther) {
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));

  EXPECT_LT(steps_to(path("a")).size(), 100U);
}

TEST_F(PathWalk, VisitsANameBeforeItIsLookedUp) {
  fs::create_directory(path("old"));
  fs::create_directory(path("new"));
  fs::create_directory_symlink("old", path("link"));

  std::vector<std::string> folders;
  walk_path(path("link/f.json"), [&](const PathStep& step) {
    if (step.name == "link") {
      fs::remove(path("link"));
      fs::create_directory_symlink("new", path("link"));
    }
    if (step.name == "f.json") folders.push_back(step.folder.filename().string());
  });

  EXPECT_THAT(folders, ElementsAre("new"));
}

}  // namespace
}  // namespace workbench::app
