#pragma once

#include <memory>
#include <string>

#include <workbench/file_descriptor.hpp>

namespace workbench::stdio {

/// The program that supervises each server. It stays open: a workbench that runs on during an upgrade, or after the
/// package has been removed, must start its own launcher and not the next one, which may have another command line.
/// Copies share the open file.
class LauncherFile {
 public:
  /// `path` need not exist; then each launch fails.
  explicit LauncherFile(std::string path);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// The open program, if path() does not name it any more. -1: path() can be executed, or the program has never
  /// existed.
  [[nodiscard]] int replaced() const;

 private:
  std::string path_;
  std::shared_ptr<const FileDescriptor> file_;
};

}  // namespace workbench::stdio
