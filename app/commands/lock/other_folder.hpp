#pragma once

#include <filesystem>

namespace workbench::app {

/// The folder of a client for a second start, new and empty; removed at the end.
class OtherFolder {
 public:
  OtherFolder();
  OtherFolder(const OtherFolder&) = delete;
  OtherFolder& operator=(const OtherFolder&) = delete;
  ~OtherFolder();

  /// Empty: it could not be made.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace workbench::app
