#pragma once

#include <cstddef>

#include "callers.hpp"
#include "list.hpp"

namespace launcher {

/// What accompanies a message: descriptors and options, made for the launcher, which sends it.
class ControlMessages {
 public:
  static constexpr std::size_t kMaxSize = 4096;

  ControlMessages() = default;
  ~ControlMessages();
  ControlMessages(const ControlMessages&) = delete;
  ControlMessages& operator=(const ControlMessages&) = delete;

  /// Copies them from the caller's memory: its descriptors are duplicated, its credentials become those of its user
  /// with the process id of the launcher. 0, or the error; kinds that are not known are refused, since some change
  /// where a message goes.
  int read(CallingProcess& caller, std::uint64_t address, std::size_t size);

  void* data() { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  int translate(CallingProcess& caller);
  int duplicate(CallingProcess& caller, unsigned char* data, std::size_t size);

  alignas(std::size_t) unsigned char bytes_[kMaxSize] = {};
  std::size_t size_ = 0;
  List<int> descriptors_;
};

}  // namespace launcher
