#pragma once

#include <string>
#include <string_view>

#include <workbench/host.hpp>

#include "shared/line_reader.hpp"
#include "transport/last_words.hpp"
#include "transport/launch_record.hpp"

namespace workbench::stdio {

/// Drains a server's stderr, whatever else is paused: its lines go to the log, what matters of the last ones is kept
/// for error messages, and the launcher's records among them are passed on. [loop thread]
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

  /// For an error message; see LastWords. Empty: the server said nothing.
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
  LastWords last_;
  LineReader reader_;
};

}  // namespace workbench::stdio
