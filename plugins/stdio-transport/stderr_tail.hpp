#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "launch_record.hpp"
#include "line_reader.hpp"
#include "workbench/host.hpp"

namespace workbench::stdio {

/// Drains a server's stderr, whatever else is paused: its lines go to the log, the last ones are kept for error
/// messages, and the launcher's records among them are passed on. [loop thread]
class StderrTail final : private LineReader::Sink {
 public:
  class Sink {
   public:
    /// Must not destroy the tail.
    virtual void on_record(const LaunchRecord& record) = 0;

   protected:
    ~Sink() = default;
  };

  /// `source` is what the log calls the server.
  StderrTail(Host& host, Descriptor input, std::string token, std::string source, Sink& sink);

  void read_rest() { reader_.read_rest(); }

  /// The last lines in one, for an error message. Empty: the server said nothing.
  [[nodiscard]] std::string last_words() const;

 private:
  void on_line(std::string line) override;
  void on_overlong(std::string_view beginning) override;
  void on_end() override;
  void take(std::string_view words);

  Host& host_;
  const std::string token_;
  const std::string source_;
  StderrTail::Sink& sink_;
  std::deque<std::string> last_;
  LineReader reader_;
};

}  // namespace workbench::stdio
