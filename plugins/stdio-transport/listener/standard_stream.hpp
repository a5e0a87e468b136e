#pragma once

#include <utility>

#include <workbench/result.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// One of the process's standard streams, for the exclusive use of its owner, and non-blocking.
class StandardStream final {
 public:
  /// Acquires descriptor 0 or 1 (`number`), which from then on refers to the same file as `replacement`.
  /// unavailable: the stream is not open.
  [[nodiscard]] static Result<StandardStream> acquire(int number, int replacement);

  StandardStream(StandardStream&& other) noexcept = default;
  StandardStream& operator=(StandardStream&& other) noexcept = default;
  /// Restores the original file status flags if other processes use the stream too, as a shell uses its terminal.
  ~StandardStream();

  /// The descriptor to read from or to write to. Once.
  [[nodiscard]] FileDescriptor release() { return std::move(descriptor_); }

 private:
  explicit StandardStream(FileDescriptor descriptor) : descriptor_(std::move(descriptor)) {}

  FileDescriptor descriptor_;
  FileDescriptor shared_;  ///< open while there are flags to restore
  int flags_ = 0;
};

}  // namespace workbench::stdio
