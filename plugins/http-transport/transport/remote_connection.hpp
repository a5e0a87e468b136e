#pragma once

#include <memory>
#include <utility>

#include <workbench/connection.hpp>

#include "transport/streamable_http_session.hpp"

namespace workbench::http::remote {

/// The connection with a server at a URL.
class RemoteConnection final : public Connection {
 public:
  explicit RemoteConnection(std::shared_ptr<StreamableHttpSession> conversation)
      : conversation_(std::move(conversation)) {}
  ~RemoteConnection() override { conversation_->abandon(); }

  void start(ConnectionObserver& observer) override { conversation_->start(observer); }
  void send(Message message) override { conversation_->send(message); }
  [[nodiscard]] std::size_t backlog() const override { return conversation_->backlog(); }
  void pause_reading(bool paused) override { conversation_->pause_reading(paused); }
  void close() noexcept override { conversation_->close(); }

 private:
  const std::shared_ptr<StreamableHttpSession> conversation_;
};

}  // namespace workbench::http::remote
