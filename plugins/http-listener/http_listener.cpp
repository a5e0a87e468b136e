#include "http_listener.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "acceptor.hpp"
#include "access/principal_list.hpp"
#include "inspection/findings.hpp"
#include "inspection/issuer_inspection.hpp"
#include "network/peer_user.hpp"
#include "network/tls_context.hpp"

namespace workbench::http {
namespace {

/// How long responses may still be written when the workbench ends.
constexpr std::chrono::milliseconds kFlushTime{200};

Error first_of(const std::vector<OptionError>& errors) {
  return {ErrorKind::invalid_argument, "listener.http." + errors.front().option + ": " + errors.front().message};
}

/// How the names of principals begin that no list has.
std::vector<std::string> other_principals(const ListenerSettings& settings, Host& host) {
  std::vector<std::string> prefixes;
  for (const NamedAuthenticator& one : host.authenticators()) prefixes.push_back(principal_prefix(one));
  if (settings.oauth.is_on()) prefixes.emplace_back(kOAuthPrefix);
  return prefixes;
}

/// Null without a certificate, and if there are errors.
std::shared_ptr<const TlsContext> load_tls(const ListenerSettings& settings, std::vector<OptionError>& errors) {
  return settings.has_tls() ? TlsContext::load(settings.tls, errors) : nullptr;
}

/// Every open connection needs a descriptor, so the soft limit is raised to the hard one.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// Ends those to principals that are not current any more.
void end_responses(Acceptor& acceptor, const Endpoint& endpoint, const char* reason) {
  acceptor.end_responses([&](const Principal& principal) { return endpoint.is_current(principal); }, reason);
}

}  // namespace

HttpListener::HttpListener(const Options& options, Host& host, std::unique_ptr<Fetcher> fetcher)
    : host_(host),
      settings_(ListenerSettings::from(options, host.limits(), !host.authenticators().empty())),
      fetcher_(std::move(fetcher)) {}

HttpListener::~HttpListener() {
  if (acceptor_ == nullptr) return;
  endpoint_->close();
  acceptor_->close();
  acceptor_->abort(kFlushTime);
}

std::vector<OptionError> HttpListener::check(const Options& options, Host& host) {
  const bool has_authenticators = !host.authenticators().empty();
  std::vector<OptionError> errors = ListenerSettings::check(options, host.limits(), has_authenticators);
  if (!errors.empty()) return errors;
  const ListenerSettings settings = ListenerSettings::from(options, host.limits(), has_authenticators);
  static_cast<void>(PrincipalList::load(settings.tokens, host.json(), errors, other_principals(settings, host)));
  static_cast<void>(load_tls(settings, errors));
  return errors;
}

Result<void> HttpListener::open(Accept accept) {
  std::vector<OptionError> errors;  // a file may have changed since it was checked
  auto list = PrincipalList::load(settings_.tokens, host_.json(), errors, other_principals(settings_, host_));
  const auto tls = load_tls(settings_, errors);
  if (!errors.empty()) return first_of(errors);
  raise_descriptor_limit();
  auto sockets = open_listen_sockets(settings_.addresses, settings_.port, settings_.socket_access);
  if (!sockets) return sockets.error();
  if (settings_.is_open_to_others(*sockets)) {
    return Error{ErrorKind::invalid_argument,
                 "listener.http.address: a socket of systemd can be reached from other machines, and no token is "
                 "required; set listener.http.tokensFile, or listener.http.allowAnonymous=true if a proxy "
                 "authenticates the clients"};
  }

  const Result<void> knows_users = settings_.admits_own_user_only() ? probe_peer_users() : Result<void>();
  if (!knows_users) {
    warn("every user of this machine can connect, because the kernel does not report their user (" +
         knows_users.error().message + "); set listener.http.tokensFile");
  }
  context_ = std::make_shared<ListenerContext>(ListenerContext{host_, std::move(accept)});
  std::unique_ptr<TokenVerifier> verifier;
  if (settings_.oauth.is_on()) {
    AccessTokenSettings oauth = settings_.oauth;
    oauth.set_default_resource(sockets->front().text(settings_.has_tls() ? "https" : "http") + settings_.path);
    verifier = std::make_unique<TokenVerifier>(host_, std::move(fetcher_), std::move(oauth));
  }
  endpoint_ =
      std::make_shared<Endpoint>(context_, settings_, std::move(list), knows_users.has_value(), std::move(verifier));
  log_what_is_served(*sockets);
  console_page_ = console_page_at(*sockets);
  warn_of_certificates(tls.get());
  acceptor_ = std::make_shared<Acceptor>(endpoint_, *std::move(sockets), tls);
  endpoint_->start([acceptor = std::weak_ptr(acceptor_), endpoint = std::weak_ptr(endpoint_)] {
    const auto accepting = acceptor.lock();
    const auto serving = endpoint.lock();
    if (accepting != nullptr && serving != nullptr) {
      end_responses(*accepting, *serving, "the session of the console has ended");
    }
  });
  acceptor_->start();
  return {};
}

void HttpListener::log_what_is_served(const std::vector<ListenSocket>& sockets) {
  const bool is_remote = std::any_of(sockets.begin(), sockets.end(), [](const auto& one) { return !one.is_local(); });
  if (settings_.allows_anonymous && !settings_.requires_token() && settings_.allows_any_host(!is_remote)) {
    warn(
        "every client is accepted under any host name, so a web page in a browser that can reach this address is "
        "accepted, too; set listener.http.allowedHosts to the names under which clients reach it");
  }
  if (settings_.requires_token() && !settings_.has_tls() && is_remote) {
    warn(
        "tokens and messages are not encrypted; set listener.http.certificate and listener.http.key, unless clients "
        "can reach this address only through a proxy that has TLS");
  }
  for (const ListenSocket& socket : sockets) {
    const std::string scheme = settings_.has_tls() ? "https" : "http";
    host_.log(LogLevel::information, "listener 'http'",
              "listening on " + socket.text(scheme) + (socket.is_unix() ? " " : "") +
                  (settings_.console_only ? "/console/" : settings_.path));
  }
}

void HttpListener::warn_of_certificates(const TlsContext* tls) {
  if (tls == nullptr) return;
  for (const OptionError& warning : tls->warnings()) warn("listener.http." + warning.option + ": " + warning.message);
}

void HttpListener::inspect(const std::vector<std::string>& toolboxes, Done done) {
  std::vector<OptionError> errors;
  const auto list = PrincipalList::load(settings_.tokens, host_.json(), errors, other_principals(settings_, host_));
  const auto tls = load_tls(settings_, errors);
  ListenerReport report;
  for (const OptionError& error : errors) {
    report.findings.push_back({"listener.http." + error.option + ": " + error.message, "", true});
  }
  inspect_addresses(settings_, report);
  if (tls != nullptr) inspect_certificates(*tls, std::chrono::system_clock::now(), report);
  if (list != nullptr) inspect_tokens(*list, settings_.tokens, toolboxes, report);
  if (list != nullptr) inspect_console(*list, settings_, report);
  if (fetcher_ == nullptr) return done(std::move(report));
  issuers_ =
      std::make_unique<IssuerInspection>(host_, *fetcher_, settings_.oauth.issuers, std::move(report), std::move(done));
}

std::vector<std::string> HttpListener::files() const {
  if (endpoint_ == nullptr) return {};
  std::vector<std::string> files = endpoint_->files();
  for (const std::string& file : {settings_.tls.certificate, settings_.tls.key, settings_.tls.client_ca}) {
    if (!file.empty()) files.push_back(file);
  }
  return files;
}

Result<void> HttpListener::reload() {
  if (endpoint_ == nullptr) return {};
  // A certificate that cannot be read must not keep a token from being revoked, and the other way round.
  const Result<void> tokens = endpoint_->reload();
  if (tokens) end_responses(*acceptor_, *endpoint_, "the token of the request has been revoked");
  std::vector<OptionError> errors;
  const auto tls = load_tls(settings_, errors);
  if (errors.empty()) {
    warn_of_certificates(tls.get());
    acceptor_->set_tls(tls);
  }
  if (tokens && errors.empty()) return {};
  if (tokens) return first_of(errors);
  if (errors.empty()) return tokens;
  return Error{ErrorKind::invalid_argument, tokens.error().message + "; " + first_of(errors).message};
}

/// Over TLS, the certificate is not one for the name of this machine.
std::string HttpListener::console_page_at(const std::vector<ListenSocket>& sockets) const {
  const auto local = std::find_if(sockets.begin(), sockets.end(), [](const auto& one) { return one.is_loopback(); });
  if (!settings_.console || settings_.has_tls() || local == sockets.end()) return {};
  return local->text("http") + "/console/";
}

Result<std::string> HttpListener::console_url() {
  const bool is_open = context_ != nullptr && context_->is_accepting;
  if (is_open && !console_page_.empty()) return console_page_ + "#code=" + endpoint_->console()->make_code();
  return Error{ErrorKind::unavailable,
               "the listener 'http' serves no console at an address of this machine; set listener.http.console=true"};
}

void HttpListener::close() noexcept {
  if (context_ == nullptr) return;
  context_->is_accepting = false;
  context_->accept = nullptr;
}

}  // namespace workbench::http
