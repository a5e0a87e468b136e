#pragma once

#include <utility>

#include <workbench/result.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// One of the process's own standard streams, taken away from everybody else in the process, and non-blocking.
class OwnStream final {
 public:
  /// From now on the number `standard` (0 or 1) leads to where `instead` leads.
  /// unavailable: the stream is not open.
  [[nodiscard]] static Result<OwnStream> take(int standard, int instead);

  OwnStream(OwnStream&& other) noexcept = default;
  OwnStream& operator=(OwnStream&& other) noexcept = default;
  /// Puts back the mode in which the stream was found, if others use it, too: a shell its terminal, for example.
  ~OwnStream();

  [[nodiscard]] Descriptor take_descriptor() { return std::move(descriptor_); }

 private:
  explicit OwnStream(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

  Descriptor descriptor_;
  Descriptor shared_;  ///< open while there is a mode to put back
  int mode_ = 0;
};

}  // namespace workbench::stdio
