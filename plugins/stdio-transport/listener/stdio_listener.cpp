#include "listener/stdio_listener.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "listener/standard_stream.hpp"
#include "shared/line_reader.hpp"
#include "shared/pipe_writer.hpp"

namespace workbench::stdio {
namespace {

/// The connection with the client that started us: one message per line on our stdin and stdout.
class ClientConnection final : public Connection, private LineReader::Sink, private PipeWriter::Sink {
 public:
  ClientConnection(Host& host, StandardStream input, StandardStream output)
      : host_(host), input_(std::move(input)), output_(std::move(output)) {}

  void start(ConnectionObserver& observer) override;
  void send(Message message) override;
  [[nodiscard]] std::size_t backlog() const override { return writer_ ? writer_->backlog() : 0; }
  void pause_reading(bool paused) override;
  void close() noexcept override;

 private:
  void on_line(std::string line) override;
  void on_overlong(std::string_view beginning, bool has_no_memory) override;
  void on_end() override;
  void on_written() override;
  void on_broken() override;

  void end_when_written(Error reason);
  void end_soon();
  void end();

  Host& host_;
  ConnectionObserver* observer_ = nullptr;
  // Before reader and writer, so that flags are restored after both have ended.
  StandardStream input_;
  StandardStream output_;
  std::optional<LineReader> reader_;
  std::optional<PipeWriter> writer_;
  bool input_has_ended_ = false;
  std::optional<Error> reason_;  ///< set: the end has begun
  EventLoop::Timer timer_;
};

void ClientConnection::start(ConnectionObserver& observer) {
  observer_ = &observer;
  writer_.emplace(host_.loop(), output_.release(), static_cast<PipeWriter::Sink&>(*this));
  reader_.emplace(host_.loop(), input_.release(), host_.limits().message_bytes, static_cast<LineReader::Sink&>(*this));
}

void ClientConnection::send(Message message) {
  if (writer_) writer_->send(std::move(message));
}

void ClientConnection::pause_reading(bool paused) {
  if (reader_) reader_->pause(paused);
}

void ClientConnection::on_line(std::string line) {
  observer_->on_message(std::move(line));
}

void ClientConnection::on_overlong(std::string_view beginning, bool has_no_memory) {
  observer_->on_undeliverable(describe_overlong("client", host_.limits().message_bytes, has_no_memory), beginning);
}

void ClientConnection::on_end() {
  input_has_ended_ = true;
  // Stdout is another pipe: the client can still read the responses to its requests.
  if (!reader_->unfinished().empty()) {
    observer_->on_undeliverable({ErrorKind::protocol, "the client's input ended in the middle of a message"},
                                reader_->unfinished());
  }
  observer_->on_end_of_input();
}

void ClientConnection::on_written() {
  if (reason_) end_soon();
  observer_->on_drained();
}

void ClientConnection::on_broken() {
  if (!reason_) reason_ = Error{ErrorKind::cancelled, "the client stopped reading"};
  end_soon();
}

void ClientConnection::close() noexcept {
  if (!reader_) return;
  end_when_written(
      {ErrorKind::cancelled, input_has_ended_ ? "the client closed the connection" : "closed by the workbench"});
}

/// Gives the client a short time to read the responses that have not been written yet.
void ClientConnection::end_when_written(Error reason) {
  if (reason_) return;
  reason_ = std::move(reason);
  if (writer_) writer_->flush();
  if (backlog() == 0) return end_soon();
  timer_ = host_.loop().after(host_.limits().shutdown / 3, [this] { end(); });
}

/// Not immediately: the observer must not be called from inside close().
void ClientConnection::end_soon() {
  timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] { end(); });
}

void ClientConnection::end() {
  timer_.reset();
  reader_.reset();
  writer_.reset();
  observer_->on_closed(*reason_);
}

}  // namespace

Result<void> StdioListener::open(Accept accept) {
  std::fflush(stdout);  // earlier output still goes to the original stdout
  const FileDescriptor null_device(::open("/dev/null", O_RDWR | O_CLOEXEC));
  Result<StandardStream> input = StandardStream::acquire(STDIN_FILENO, null_device.get());
  if (!input) return input.error();
  const bool has_stderr = ::fcntl(STDERR_FILENO, F_GETFD) >= 0;
  Result<StandardStream> output =
      StandardStream::acquire(STDOUT_FILENO, has_stderr ? STDERR_FILENO : null_device.get());
  if (!output) return output.error();

  auto client = std::make_unique<ClientConnection>(host_, std::move(input).value(), std::move(output).value());
  pending_accept_ = host_.loop().after(std::chrono::milliseconds(0),
                                       [accept = std::move(accept), client = std::move(client)]() mutable {
                                         std::error_code gone;
                                         accept({.connection = std::move(client),
                                                 .principal = nullptr,
                                                 .working_directory = std::filesystem::current_path(gone).string()});
                                       });
  return {};
}

void StdioListener::close() noexcept {
  pending_accept_.reset();
}

}  // namespace workbench::stdio
