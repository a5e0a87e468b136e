#include "listener/http_listener.hpp"

#include <sys/resource.h>

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>
#include <optional>
#include <utility>

#include "listener/acceptor.hpp"
#include "listener/authenticator.hpp"

namespace workbench::http {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

/// How long responses may still be written when the workbench ends.
constexpr std::chrono::milliseconds kFlushTime{200};

Result<std::unique_ptr<Authenticator>> authenticator_for(const ListenerSettings& settings, const JsonAccess& json) {
  if (!settings.tokens_file.empty()) {
    std::ifstream file(settings.tokens_file, std::ios::binary);
    if (!file) {
      return Error{ErrorKind::invalid_argument,
                   "listener.http.tokensFile: cannot read '" + settings.tokens_file + "'; name a readable file"};
    }
    return make_token_authenticator({std::istreambuf_iterator<char>(file), {}}, settings.tokens_file, json);
  }
  if (!settings.tokens_variable.empty()) {
    const char* text = std::getenv(settings.tokens_variable.c_str());
    if (text == nullptr) {
      return Error{ErrorKind::invalid_argument, "listener.http.tokensVariable: the environment variable " +
                                                    settings.tokens_variable + " is not set; set it"};
    }
    return make_token_authenticator(text, settings.tokens_variable, json);
  }
  return std::unique_ptr<Authenticator>(std::make_unique<AllowAnonymous>());
}

/// For TLS 1.2 and 1.3, from two PEM files; empty if both names are empty.
/// invalid_argument: a file is invalid, or the two do not belong together.
Result<std::optional<ssl::context>> tls_context(const std::string& certificate, const std::string& key) {
  if (certificate.empty()) return std::optional<ssl::context>();
  std::optional<ssl::context> context(std::in_place, ssl::context::tls_server);
  context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 | ssl::context::no_sslv3 |
                       ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
  const auto refused = [](const char* option, const std::string& file, const error_code& error) {
    return Error{ErrorKind::invalid_argument, "listener.http." + std::string(option) + ": cannot use '" + file +
                                                  "': " + error.message() + "; name a PEM file"};
  };
  error_code error;
  if (context->use_certificate_chain_file(certificate, error)) return refused("certificate", certificate, error);
  if (context->use_private_key_file(key, ssl::context::pem, error)) return refused("key", key, error);
  return context;
}

/// Every open connection needs a descriptor, so the soft limit is raised to the hard one.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::string url_of(const ListenerSettings& settings, std::uint16_t port) {
  const bool is_v6 = settings.address.find(':') != std::string::npos;
  return (settings.has_tls() ? "https://" : "http://") + (is_v6 ? "[" + settings.address + "]" : settings.address) +
         ":" + std::to_string(port) + settings.path;
}

}  // namespace

HttpListener::~HttpListener() {
  if (acceptor_ == nullptr) return;
  // The io thread outlives this object, but must not use the host afterwards.
  std::promise<void> done;
  const auto finished = done.get_future();
  asio::post(io_->context(), [this] {
    endpoint_->close();
    acceptor_->close();
  });
  asio::post(io_->context(), [this, &done] { acceptor_->when_empty([&done] { done.set_value(); }); });
  if (finished.wait_for(kFlushTime) == std::future_status::ready) return;
  std::promise<void> aborted;
  asio::post(io_->context(), [this, &aborted] {
    acceptor_->when_empty(nullptr);
    acceptor_->abort();
    aborted.set_value();
  });
  aborted.get_future().wait();
}

std::vector<OptionDescription> HttpListener::options() const {
  return listener_options();
}

Result<void> HttpListener::check(const Options& options, const Limits& limits, const JsonAccess& json) const {
  const auto settings = ListenerSettings::from(options, limits);
  if (!settings) return settings.error();
  if (const auto authenticator = authenticator_for(*settings, json); !authenticator) return authenticator.error();
  if (const auto tls = tls_context(settings->certificate, settings->key); !tls) return tls.error();
  return {};
}

Result<void> HttpListener::open(const Options& options, Host& host, Accept accept) {
  auto settings = ListenerSettings::from(options, host.limits());
  if (!settings) return settings.error();
  auto authenticator = authenticator_for(*settings, host.json());
  if (!authenticator) return authenticator.error();
  auto tls = tls_context(settings->certificate, settings->key);
  if (!tls) return tls.error();
  raise_descriptor_limit();

  context_ = std::make_shared<ListenerContext>(host, io_->context());
  context_->accept = std::move(accept);
  endpoint_ = std::make_shared<Endpoint>(context_, *settings, *std::move(authenticator));
  const auto acceptor = std::make_shared<Acceptor>(io_->context(), host, endpoint_, *std::move(tls));
  const auto port = acceptor->open();
  if (!port) return port.error();
  acceptor_ = acceptor;
  asio::post(io_->context(), [endpoint = endpoint_, acceptor] {
    endpoint->start();
    acceptor->start();
  });
  if (settings->allows_anonymous && settings->allowed_hosts.empty()) {
    host.log(LogLevel::warning, "listener 'http'",
             "every client is accepted under any host name, so a web page in a browser that can reach this address is "
             "accepted, too; set listener.http.allowedHosts");
  }
  if (settings->requires_token() && !settings->has_tls() && !settings->is_loopback()) {
    host.log(
        LogLevel::warning, "listener 'http'",
        "tokens and messages are not encrypted; set listener.http.certificate and listener.http.key, unless clients "
        "can reach this address only through a proxy that has TLS");
  }
  host.log(LogLevel::information, "listener 'http'", "listening on " + url_of(*settings, *port));
  return {};
}

void HttpListener::close() noexcept {
  if (context_ == nullptr) return;
  context_->is_accepting = false;
  context_->accept = nullptr;
}

}  // namespace workbench::http
