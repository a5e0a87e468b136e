#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "listener/own_stream.hpp"
#include "shared/line_reader.hpp"
#include "shared/pipe_writer.hpp"

namespace workbench::stdio {

/// The connection with the client that started us: one message a line on our stdin and stdout.
class ClientConnection final : public Connection, private LineReader::Sink, private PipeWriter::Sink {
 public:
  ClientConnection(Host& host, OwnStream input, OwnStream output);
  ~ClientConnection() override = default;

  void start(ConnectionObserver& observer) override;
  void send(Message message) override;
  [[nodiscard]] std::size_t backlog() const override;
  void pause_reading(bool paused) override;
  void close() noexcept override;

 private:
  void on_line(std::string line) override;
  void on_overlong(std::string_view beginning) override;
  void on_end() override;
  void on_written() override;
  void on_broken() override;

  void end_when_written(Error reason);
  void end_soon();
  void end();

  Host& host_;
  ConnectionObserver* observer_ = nullptr;
  OwnStream input_;  // first, so that the modes are put back last
  OwnStream output_;
  std::optional<LineReader> reader_;
  std::optional<PipeWriter> writer_;
  bool input_has_ended_ = false;
  std::optional<Error> reason_;  ///< set: the end has begun
  EventLoop::Timer timer_;
};

}  // namespace workbench::stdio
