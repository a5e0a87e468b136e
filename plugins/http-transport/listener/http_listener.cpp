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

/// Adds to `errors` why there is none, and returns null then.
std::unique_ptr<Authenticator> make_authenticator(const ListenerSettings& settings, const JsonAccess& json,
                                                  std::vector<OptionError>& errors) {
  const bool has_file = !settings.tokens_file.empty();
  if (!settings.requires_token()) return std::make_unique<AllowAnonymous>();
  const std::string option = has_file ? "tokensFile" : "tokensVariable";
  std::string text;
  if (has_file) {
    std::ifstream file(settings.tokens_file, std::ios::binary);
    if (!file) {
      errors.push_back({option, "cannot read '" + settings.tokens_file + "'; name a readable file"});
      return nullptr;
    }
    text.assign(std::istreambuf_iterator<char>(file), {});
  } else if (const char* variable = std::getenv(settings.tokens_variable.c_str())) {
    text = variable;
  } else {
    errors.push_back({option, "the environment variable " + settings.tokens_variable + " is not set; set it"});
    return nullptr;
  }
  auto authenticator = make_token_authenticator(text, has_file ? settings.tokens_file : settings.tokens_variable, json);
  if (authenticator) return *std::move(authenticator);
  errors.push_back({option, authenticator.error().message});
  return nullptr;
}

/// For TLS 1.2 and 1.3, from two PEM files; empty if both names are empty. Adds to `errors` what is wrong with them: a
/// file is invalid, or the two do not belong together.
std::optional<ssl::context> tls_context(const std::string& certificate, const std::string& key,
                                        std::vector<OptionError>& errors) {
  if (certificate.empty()) return std::nullopt;
  std::optional<ssl::context> context(std::in_place, ssl::context::tls_server);
  context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 | ssl::context::no_sslv3 |
                       ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
  const auto check = [&](const char* option, const std::string& file, const error_code& error) {
    if (error) errors.push_back({option, "cannot use '" + file + "': " + error.message() + "; name a PEM file"});
    return !error;
  };
  error_code error;
  context->use_certificate_chain_file(certificate, error);
  if (!check("certificate", certificate, error)) return std::nullopt;
  context->use_private_key_file(key, ssl::context::pem, error);
  if (!check("key", key, error)) return std::nullopt;
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

std::vector<OptionError> HttpListener::check(const Options& options, Host& host) {
  std::vector<OptionError> errors = ListenerSettings::check(options, host.limits());
  if (!errors.empty()) return errors;
  const ListenerSettings settings = ListenerSettings::from(options, host.limits());
  static_cast<void>(make_authenticator(settings, host.json(), errors));
  static_cast<void>(tls_context(settings.certificate, settings.key, errors));
  return errors;
}

Result<void> HttpListener::open(Accept accept) {
  std::vector<OptionError> errors;  // a file may have changed since it was checked
  auto authenticator = make_authenticator(settings_, host_.json(), errors);
  auto tls = tls_context(settings_.certificate, settings_.key, errors);
  if (!errors.empty()) {
    return Error{ErrorKind::invalid_argument, "listener.http." + errors.front().option + ": " + errors.front().message};
  }
  raise_descriptor_limit();

  context_ = std::make_shared<ListenerContext>(host_, io_->context());
  context_->accept = std::move(accept);
  endpoint_ = std::make_shared<Endpoint>(context_, settings_, std::move(authenticator));
  const auto acceptor = std::make_shared<Acceptor>(io_->context(), host_, endpoint_, std::move(tls));
  const auto port = acceptor->open();
  if (!port) return port.error();
  acceptor_ = acceptor;
  asio::post(io_->context(), [endpoint = endpoint_, acceptor] {
    endpoint->start();
    acceptor->start();
  });
  if (settings_.allows_anonymous && settings_.allowed_hosts.empty()) {
    host_.log(LogLevel::warning, "listener 'http'",
              "every client is accepted under any host name, so a web page in a browser that can reach this address is "
              "accepted, too; set listener.http.allowedHosts");
  }
  if (settings_.requires_token() && !settings_.has_tls() && !settings_.is_loopback()) {
    host_.log(
        LogLevel::warning, "listener 'http'",
        "tokens and messages are not encrypted; set listener.http.certificate and listener.http.key, unless clients "
        "can reach this address only through a proxy that has TLS");
  }
  host_.log(LogLevel::information, "listener 'http'", "listening on " + url_of(settings_, *port));
  return {};
}

void HttpListener::close() noexcept {
  if (context_ == nullptr) return;
  context_->is_accepting = false;
  context_->accept = nullptr;
}

}  // namespace workbench::http
