#pragma once

#include <cstddef>
#include <string>

#include <workbench/json.hpp>

#include "process/output.hpp"

namespace workbench::app {

/// The progress of a call as one line of a terminal, which is written over itself and removed at the end.
class ProgressLine {
 public:
  /// `width`: the terminal's columns; 0: it is not a terminal, and nothing is shown. `out` must outlive it.
  ProgressLine(Output& out, std::size_t width) : out_(out), width_(width) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// The params of a notifications/progress.
  void show(const Json& params);
  /// Removes it, so that something else can be written; a later show() begins a new one.
  void clear();

 private:
  Output& out_;
  const std::size_t width_;
  bool is_shown_ = false;
};

/// `[#####     ]  50% reading`, or `3 reading` without a total; at most `width` columns.
[[nodiscard]] std::string progress_text(const Json& params, std::size_t width);

}  // namespace workbench::app
