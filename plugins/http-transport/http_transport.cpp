#include "http_transport.hpp"

#include <chrono>
#include <utility>

#include "login/login_end.hpp"
#include "login/login_flow.hpp"
#include "mcp/streamable_http_session.hpp"

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

/// A login without user interaction: the workbench logs in with its own credentials, or finds that it cannot.
class OwnLogin final : public ServerLogin {
 public:
  OwnLogin(std::shared_ptr<login::TokenSource> source, ServerLogins::Done done)
      : source_(std::move(source)),
        renewal_(source_->renew(source_->token(), {},
                                [done = std::move(done)](const Result<void>& outcome) mutable { done(outcome); })) {}

  [[nodiscard]] Result<void> complete(std::string_view) override {
    return Error{ErrorKind::invalid_argument, "this login needs no browser"};
  }

 private:
  const std::shared_ptr<login::TokenSource> source_;
  const std::unique_ptr<EventLoop::Subscription> renewal_;
};

/// A login that cannot begin.
class FailedLogin final : public ServerLogin {
 public:
  FailedLogin(Host& host, Error reason, ServerLogins::Done done)
      : timer_(host.loop().after(std::chrono::milliseconds(0),
                                 [reason = std::move(reason), done = std::move(done)]() mutable { done(reason); })) {}

  [[nodiscard]] Result<void> complete(std::string_view) override {
    return Error{ErrorKind::invalid_argument, "this login has failed"};
  }

 private:
  const EventLoop::Timer timer_;
};

/// Keeps the token source of a step alive as long as the step.
struct SourceStep final : EventLoop::Subscription {
  SourceStep(std::shared_ptr<login::TokenSource> owned, std::unique_ptr<EventLoop::Subscription> owned_step)
      : source(std::move(owned)), step(std::move(owned_step)) {}
  const std::shared_ptr<login::TokenSource> source;
  const std::unique_ptr<EventLoop::Subscription> step;
};

}  // namespace

Result<ServerSettings> HttpTransport::settings_of(const ServerConfig& server) {
  std::vector<OptionError> errors;
  auto settings = read_server_settings(server.options, errors);
  if (errors.empty()) return settings;
  return Error{ErrorKind::invalid_argument, "\"" + errors.front().option + "\" " + errors.front().message};
}

Result<std::unique_ptr<Connection>> HttpTransport::connect(const ServerConfig& server) {
  auto settings = settings_of(server);
  if (!settings) return settings.error();
  const std::string name = server.toolbox + "/" + server.name;
  auto source = sources_.find(server, settings->address, settings->login_settings);
  // Most servers need no login, so the connection is tried without one.
  if (!source) host_.log(LogLevel::debug, name, "no login is possible: " + source.error().message);
  auto session = std::make_shared<transport::StreamableHttpSession>(
      host_, std::move(settings->address), name,
      transport::ServerLoginState{source ? *std::move(source) : nullptr, settings->login_settings.is_configured},
      protocol_);
  return std::unique_ptr<Connection>(std::make_unique<SessionConnection>(std::move(session)));
}

// --- logins ----------------------------------------------------------------------------------------------------------

Result<std::shared_ptr<login::TokenSource>> HttpTransport::source_of(const ServerConfig& server) {
  const auto settings = settings_of(server);
  if (!settings) return settings.error();
  auto source = sources_.find(server, settings->address, settings->login_settings);
  if (source && *source == nullptr) {
    return Error{ErrorKind::invalid_argument,
                 R"("headers" of the server has an Authorization, which is sent in place of a login)"};
  }
  return source;
}

std::unique_ptr<ServerLogin> HttpTransport::begin(const ServerConfig& server, std::vector<std::string> scopes,
                                                  Visit visit, Done done) {
  auto source = source_of(server);
  if (!source) return std::make_unique<FailedLogin>(host_, source.error(), std::move(done));
  if ((*source)->context().settings.method == login::LoginMethod::client_credentials) {
    return std::make_unique<OwnLogin>(*std::move(source), std::move(done));
  }
  return std::make_unique<login::LoginFlow>(*std::move(source), std::move(scopes), std::move(visit), std::move(done));
}

std::unique_ptr<EventLoop::Subscription> HttpTransport::end(const ServerConfig& server, Done done) {
  auto source = source_of(server);
  if (source) return std::make_unique<login::LoginEnd>(*std::move(source), std::move(done));
  return host_.loop().after(std::chrono::milliseconds(0),
                            [reason = source.error(), done = std::move(done)]() mutable { done(reason); });
}

std::unique_ptr<EventLoop::Subscription> HttpTransport::find(const ServerConfig& server,
                                                             MoveOnlyFunction<void(Result<LoginState> state)> done) {
  auto found = source_of(server);
  if (!found) {
    return host_.loop().after(std::chrono::milliseconds(0), [done = std::move(done)]() mutable { done(LoginState()); });
  }
  const auto& source = *found;
  auto step = source->context().load([source, done = std::move(done)](const Result<login::StoredLogin>& kept) mutable {
    if (!kept) return done(kept.error());
    done(source->state(*kept));
  });
  return std::make_unique<SourceStep>(source, std::move(step));
}

std::string HttpTransport::issuer(const ServerConfig& server) {
  const auto source = source_of(server);
  return source ? (*source)->issuer() : std::string();
}

}  // namespace workbench::http
