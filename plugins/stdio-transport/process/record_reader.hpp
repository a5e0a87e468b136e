#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>

#include "process/launch_record.hpp"
#include "shared/line_reader.hpp"

namespace workbench::stdio {

/// Reads the records of a launcher as they arrive, even while reading from the server is paused. The pipe is the
/// launcher's alone, so that a server can neither add a record nor remove one. [loop thread]
class RecordReader final : private LineReader::Sink {
 public:
  class Sink {
   public:
    /// Must not destroy the reader.
    virtual void on_record(const LaunchRecord& record) = 0;

   protected:
    ~Sink() = default;
  };

  /// Bytes of a record, of which the launcher writes no longer ones. Others are left out.
  static constexpr std::size_t kMaxRecord = 1024;

  RecordReader(EventLoop& loop, FileDescriptor input, RecordReader::Sink& sink);

  /// Reads what has arrived until now.
  void read_available() { reader_.read_rest(); }

 private:
  void on_line(std::string line) override;
  void on_overlong(std::string_view /*beginning*/, bool /*has_no_memory*/) override {}
  void on_end() override {}

  RecordReader::Sink& sink_;
  LineReader reader_;
};

}  // namespace workbench::stdio
