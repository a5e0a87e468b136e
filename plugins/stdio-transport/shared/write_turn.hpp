#pragma once

#include <vector>

namespace workbench::stdio {

class PipeWriter;

/// While the lines of one read are delivered, what is sent because of them is collected, and written when the last one
/// is delivered: one system call for all, where each would have cost one. Lives on the stack. [loop thread]
class WriteTurn {
 public:
  WriteTurn();
  ~WriteTurn();
  WriteTurn(const WriteTurn&) = delete;
  WriteTurn& operator=(const WriteTurn&) = delete;

  /// The turn under way, or null.
  [[nodiscard]] static WriteTurn* current();

  /// `writer` has something to write at the end of the turn.
  void join(PipeWriter& writer) { writers_.push_back(&writer); }
  /// `writer` is going.
  void leave(const PipeWriter& writer);

 private:
  WriteTurn* const outer_;
  std::vector<PipeWriter*> writers_;
};

}  // namespace workbench::stdio
