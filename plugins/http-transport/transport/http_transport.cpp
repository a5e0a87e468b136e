#include "transport/http_transport.hpp"

#include <utility>
#include <vector>

#include "oauth/token_source.hpp"
#include "transport/http_fetcher.hpp"
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
  auto tokens = tokens_of(server, address);
  auto session = std::make_shared<transport::StreamableHttpSession>(
      host_, std::move(address), server.toolbox + "/" + server.name, std::move(tokens));
  return std::unique_ptr<Connection>(std::make_unique<SessionConnection>(std::move(session)));
}

std::shared_ptr<oauth::TokenSource> HttpTransport::tokens_of(const ServerConfig& server,
                                                             const transport::ServerAddress& address) {
  const oauth::OAuthSettings& settings = address.oauth;
  if (!settings.is_on()) return nullptr;
  const std::string name = server.toolbox + "/" + server.name;
  const std::string url = address.url.origin() + address.url.target;
  std::string key;
  for (const std::string& part : {name, url, settings.issuer, settings.client.id, settings.client.secret}) {
    key.append(part).append("\n");
  }
  for (const std::string& scope : settings.scopes) key.append(scope).append(" ");
  std::weak_ptr<oauth::TokenSource>& known = tokens_[key];
  if (auto tokens = known.lock()) return tokens;
  auto tokens =
      std::make_shared<oauth::TokenSource>(host_, std::make_unique<transport::HttpFetcher>(host_), settings, url, name);
  known = tokens;
  return tokens;
}

}  // namespace workbench::http
