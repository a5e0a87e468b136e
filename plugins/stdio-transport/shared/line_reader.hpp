#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/line_framing.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// Reads lines from a descriptor, a bounded number of bytes each time the loop says that there is something, so that a
/// flood on one descriptor leaves the others their turn. [loop thread]
class LineReader final {
 public:
  /// Any of these calls may destroy the reader.
  class Sink {
   public:
    virtual void on_line(std::string line) = 0;
    /// A line was longer than the limit and thrown away, but for its beginning.
    virtual void on_overlong(std::string_view beginning) = 0;
    /// End of file, or an error that is as good as one. Once; not called out of read_rest().
    virtual void on_end() = 0;

   protected:
    ~Sink() = default;
  };

  LineReader(EventLoop& loop, Descriptor input, std::size_t longest_line, Sink& sink);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  void pause(bool paused);

  /// Reads on what is there already, without waiting, as long as it is not paused. Stops at what a pipe can hold, in
  /// case somebody keeps writing.
  void read_rest();

  /// The beginning of a line that has no end yet. Not while the sink is being called.
  [[nodiscard]] std::string_view unfinished() const { return framing_->unfinished(); }

 private:
  void read_some();
  std::ptrdiff_t read_chunk();
  void watch();

  EventLoop& loop_;
  Descriptor input_;
  Sink& sink_;
  std::unique_ptr<LineFraming> framing_;  // null while it delivers
  bool paused_ = false;
  bool ended_ = false;
  bool* destroyed_ = nullptr;  ///< set while the sink is being called
  EventLoop::Watch watch_;
};

}  // namespace workbench::stdio
