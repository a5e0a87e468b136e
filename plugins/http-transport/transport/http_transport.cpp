#include "transport/http_transport.hpp"

#include <utility>
#include <vector>

#include "transport/server_address.hpp"
#include "transport/streamable_http_session.hpp"

namespace workbench::http {
namespace {

/// The host's end of a session; its destructor ends the session.
class SessionConnection final : public Connection {
 public:
  explicit SessionConnection(std::shared_ptr<transport::StreamableHttpSession> session)
      : session_(std::move(session)) {}
  ~SessionConnection() override { session_->abandon(); }

  void start(ConnectionObserver& observer) override { session_->start(observer); }
  void send(Message message) override { session_->send(message); }
  [[nodiscard]] std::size_t backlog() const override { return session_->backlog(); }
  void pause_reading(bool paused) override { session_->pause_reading(paused); }
  void close() noexcept override { session_->close(); }

 private:
  const std::shared_ptr<transport::StreamableHttpSession> session_;
};

}  // namespace

Result<std::unique_ptr<Connection>> HttpTransport::connect(const ServerConfig& server) {
  std::vector<OptionError> errors;
  auto address = transport::read_server_address(server.options, errors);
  if (!errors.empty()) {
    return Error{ErrorKind::invalid_argument, "\"" + errors.front().option + "\" " + errors.front().message};
  }
  auto session =
      std::make_shared<transport::StreamableHttpSession>(host_, std::move(address), server.toolbox + "/" + server.name);
  return std::unique_ptr<Connection>(std::make_unique<SessionConnection>(std::move(session)));
}

}  // namespace workbench::http
