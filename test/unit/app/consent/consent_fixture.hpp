#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "consent/toolboxes_choice.hpp"
#include "temporary_folder.hpp"

namespace workbench::app {

/// A user with a folder for the state and one for the configuration, and a project with a toolboxes file in it.
class AProject : public testing::Test {
 protected:
  AProject() {
    for (const char* folder : {"state", "config", "config/mcp-workbench", "project"}) {
      std::filesystem::create_directory(path(folder));
    }
    local_ = write("project/workbench-config.json", "{}");
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    return write_with_mode(name, text, 0644);
  }
  std::filesystem::path write_with_mode(const std::string& name, std::string_view text, mode_t mode) const {
    const std::filesystem::path file = folder_.write(name, text);
    EXPECT_EQ(::chmod(file.c_str(), mode), 0);
    return file;
  }

  [[nodiscard]] config::Environment environment() const {
    return [state = path("state").string()](std::string_view name) -> std::optional<std::string> {
      if (name == "XDG_STATE_HOME") return state;
      return std::nullopt;
    };
  }
  [[nodiscard]] TrustedFiles store() const { return TrustedFiles(environment()); }

  /// Allows the file of the project, as it is now, with these others.
  void allow(const std::vector<std::filesystem::path>& others = {}) const {
    FileGuard guard(FileRight::reviewed, local_);
    static_cast<void>(guard.read(local_, kMaxBytes));
    for (const auto& other : others) static_cast<void>(guard.read(other, kMaxBytes));
    const auto added = store().add({local_, guard.seen()});
    EXPECT_TRUE(added) << added.error().message;
  }

  [[nodiscard]] ToolboxesChoice choice() const {
    return choose_toolboxes_file(local_, path("config/mcp-workbench/workbench-config.json"), environment());
  }

  static constexpr std::size_t kMaxBytes = 1000;
  test_support::TemporaryFolder folder_;
  std::filesystem::path local_;
};

}  // namespace workbench::app
