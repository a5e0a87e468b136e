#include "listener/client_connection.hpp"

#include <chrono>
#include <utility>

namespace workbench::stdio {

ClientConnection::ClientConnection(Host& host, OwnStream input, OwnStream output)
    : host_(host), input_(std::move(input)), output_(std::move(output)) {}

void ClientConnection::start(ConnectionObserver& observer) {
  observer_ = &observer;
  writer_.emplace(host_.loop(), output_.take_descriptor(), static_cast<PipeWriter::Sink&>(*this));
  reader_.emplace(host_.loop(), input_.take_descriptor(), host_.limits().message_bytes,
                  static_cast<LineReader::Sink&>(*this));
}

void ClientConnection::send(Message message) {
  if (writer_) writer_->send(std::move(message));
}

std::size_t ClientConnection::backlog() const {
  return writer_ ? writer_->backlog() : 0;
}

void ClientConnection::pause_reading(bool paused) {
  if (reader_) reader_->pause(paused);
}

void ClientConnection::on_line(std::string line) {
  observer_->on_message(std::move(line));
}

void ClientConnection::on_overlong(std::string_view beginning) {
  const std::string limit = std::to_string(host_.limits().message_bytes);
  observer_->on_undeliverable({ErrorKind::protocol, "the client sent a message of more than " + limit +
                                                        " bytes, which is the limit (limits.messageBytes)"},
                              beginning);
}

void ClientConnection::on_end() {
  input_has_ended_ = true;
  // Stdout is another pipe: the client can still read the answers to what it has asked.
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
  if (!reason_) reason_ = Error{ErrorKind::cancelled, "the client does not read our answers any more"};
  end_soon();
}

void ClientConnection::close() noexcept {
  if (!reader_) return;
  end_when_written({ErrorKind::cancelled, input_has_ended_ ? "the client closed its end" : "closed by the workbench"});
}

/// What the client has asked for and not yet read is worth a short wait, no more.
void ClientConnection::end_when_written(Error reason) {
  if (reason_) return;
  reason_ = std::move(reason);
  if (writer_) writer_->flush();
  if (backlog() == 0) return end_soon();
  timer_ = host_.loop().after(host_.limits().shutdown / 3, [this] { end(); });
}

void ClientConnection::end_soon() {
  timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] { end(); });
}

void ClientConnection::end() {
  timer_.reset();
  reader_.reset();
  writer_.reset();
  observer_->on_closed(*reason_);
}

}  // namespace workbench::stdio
