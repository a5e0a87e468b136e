#pragma once

#include <cstddef>
#include <cstdint>

#include "../records.hpp"
#include "list.hpp"

namespace launcher {

/// What the server was refused, each thing once, and a bounded number of them. They wait for room among the records.
class Denials {
 public:
  static constexpr std::size_t kMax = 64;

  explicit Denials(Records& records) : records_(records) {}
  Denials(const Denials&) = delete;
  Denials& operator=(const Denials&) = delete;

  /// `what` is "read", "write", "connect", "bind" or "call".
  void add(const char* what, const char* which);

  /// Moves those that have room to the records.
  void move_to_records();

  [[nodiscard]] bool has_pending() const { return moved_ < texts_.size(); }

 private:
  /// Also in a folder that was reported as a whole, with a slash at the end.
  [[nodiscard]] bool is_known(const char* text) const;

  Records& records_;
  List<char*> texts_;  // they stay, so that each is reported once
  std::size_t moved_ = 0;
};

}  // namespace launcher
