#pragma once

#include <string>
#include <string_view>

#include <workbench/host.hpp>

#include "shared/line_reader.hpp"
#include "transport/last_words.hpp"
#include "transport/launch_record.hpp"

namespace workbench::stdio {

/// Reads a server's stderr all the time, even while reading from the server is paused. Its lines go to the log, the
/// last ones are summarised for error messages, and the launcher's records among them go to the sink. [loop thread]
class StderrTail final : private LineReader::Sink {
 public:
  class Sink {
   public:
    /// Must not destroy the tail.
    virtual void on_record(const LaunchRecord& record) = 0;

   protected:
    ~Sink() = default;
  };

  /// `source` is the server's name in the log.
  StderrTail(Host& host, FileDescriptor input, std::string token, std::string source, Sink& sink);

  void read_rest() { reader_.read_rest(); }

  /// For an error message; see LastWords. Empty: the server has written nothing.
  [[nodiscard]] std::string last_words() const;

 private:
  void on_line(std::string line) override;
  void on_overlong(std::string_view beginning) override;
  void on_end() override;
  void handle_text(std::string_view text);

  Host& host_;
  const std::string token_;
  const std::string source_;
  StderrTail::Sink& sink_;
  LastWords last_;
  LineReader reader_;
};

}  // namespace workbench::stdio
