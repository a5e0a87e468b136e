#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>

#include "fuzzing.hpp"

namespace fuzzing {

/// A file that is nowhere on a disk.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text) : descriptor_(::memfd_create("fuzzed", MFD_CLOEXEC)) {
    require(::write(descriptor_.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()),
            "there are files in memory");
  }

  /// Valid while this exists.
  [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_.get()); }

 private:
  workbench::FileDescriptor descriptor_;
};

/// A finding is one line of text.
inline void require_line(std::string_view text) {
  require(!text.empty(), "a finding says something");
  require(std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
          "a finding is one line", text);
}

}  // namespace fuzzing
