#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/error.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/line_framing.hpp>

#include "shared/descriptor.hpp"
#include "shared/liveness.hpp"

namespace workbench::stdio {

/// The error of a line that was discarded. `sender`: "client" or "server".
[[nodiscard]] inline Error describe_overlong(const std::string& sender, std::size_t limit, bool has_no_memory) {
  if (has_no_memory) {
    return {ErrorKind::protocol, "the " + sender + " sent a message for which there is not enough memory"};
  }
  return {ErrorKind::protocol, "the " + sender + " sent a message of more than " + std::to_string(limit) +
                                   " bytes, which is the limit (limits.messageBytes)"};
}

/// Reads lines from a descriptor. Each time the loop reports that there is input, it reads a bounded number of bytes,
/// so that a flood on one descriptor does not starve the others. Messages that are sent while the lines of one read are
/// delivered are written together (see WriteBatch). While it is paused, the sink gets no line, also if it pauses the
/// reader between two lines of one read. [loop thread]
class LineReader final {
 public:
  /// Any of these calls may destroy the reader, unless its comment excludes that.
  class Sink {
   public:
    virtual void on_line(std::string line) = 0;
    /// A line is longer than the limit and is discarded, except for its beginning; or it is not, but there is no memory
    /// for it.
    virtual void on_overlong(std::string_view beginning, bool has_no_memory) = 0;
    /// End of file, or a read error, which is handled alike. Called once, and never from inside read_rest().
    virtual void on_end() = 0;
    /// This number of bytes was read, and the completed lines were delivered. Must not destroy the reader.
    virtual void on_read(std::size_t /*bytes*/) {}

   protected:
    ~Sink() = default;
  };

  /// `max_line` in bytes.
  LineReader(EventLoop& loop, FileDescriptor input, std::size_t max_line, Sink& sink);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  void pause(bool paused);
  [[nodiscard]] bool is_paused() const { return paused_; }

  /// Reads the available bytes, without waiting and unless paused. Stops after as much as a pipe can hold, because
  /// another process may keep writing.
  void read_rest();

  /// The beginning of a line that has not ended yet. Must not be called from inside a sink's call.
  [[nodiscard]] std::string_view unfinished() const { return framing_->unfinished(); }

 private:
  class Delivery;

  struct Line {
    enum class Kind { whole, overlong, no_memory };
    std::string text;  ///< of an overlong one its beginning
    Kind kind;
  };

  void watch();
  void on_readable();
  std::ptrdiff_t read_chunk();
  void deliver(Line line);
  [[nodiscard]] bool deliver_held();

  EventLoop& loop_;
  FileDescriptor input_;
  Sink& sink_;
  std::unique_ptr<LineFraming> framing_;  ///< null while it delivers
  bool paused_ = false;
  bool ended_ = false;
  std::deque<Line> held_;    ///< lines that were read before the sink paused the reader
  EventLoop::Timer resume_;  ///< set: they are about to be delivered
  EventLoop::Watch watch_;
  Liveness liveness_;
};

}  // namespace workbench::stdio
