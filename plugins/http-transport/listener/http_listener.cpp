#include "listener/http_listener.hpp"

#include <sys/resource.h>

#include <boost/asio/post.hpp>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>
#include <utility>

#include "listener/acceptor.hpp"
#include "listener/bearer_tokens.hpp"
#include "listener/tls.hpp"

namespace workbench::http {
namespace {

/// What has been answered is still written when the workbench ends, within this time.
constexpr std::chrono::milliseconds kLastWords{200};

Result<std::unique_ptr<Authenticator>> authenticator_for(const ListenerSettings& settings, const JsonAccess& json) {
  if (!settings.tokens_file.empty()) {
    std::ifstream file(settings.tokens_file, std::ios::binary);
    if (!file) {
      return Error{ErrorKind::invalid_argument,
                   "listener.http.tokensFile: '" + settings.tokens_file + "' cannot be read; name a file that can"};
    }
    return bearer_tokens({std::istreambuf_iterator<char>(file), {}}, settings.tokens_file, json);
  }
  if (!settings.tokens_variable.empty()) {
    const char* text = std::getenv(settings.tokens_variable.c_str());
    if (text == nullptr) {
      return Error{ErrorKind::invalid_argument, "listener.http.tokensVariable: the environment has no variable " +
                                                    settings.tokens_variable + "; set it"};
    }
    return bearer_tokens(text, settings.tokens_variable, json);
  }
  return allow_anonymous();
}

/// Every open stream is a descriptor: as many as the system allows without asking anybody.
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
  if (listener_ == nullptr) return;
  // The io thread goes on for other objects of the plugin; what it still does here must not find the host gone.
  std::promise<void> done;
  const auto finished = done.get_future();
  asio::post(io_->context(), [this] {
    endpoint_->close();
    listener_->close();
  });
  asio::post(io_->context(), [this, &done] { listener_->when_empty([&done] { done.set_value(); }); });
  if (finished.wait_for(kLastWords) == std::future_status::ready) return;
  std::promise<void> cut;
  asio::post(io_->context(), [this, &cut] {
    listener_->when_empty(nullptr);
    listener_->cut_off();
    cut.set_value();
  });
  cut.get_future().wait();
}

std::vector<OptionDescription> HttpListener::options() const {
  return door_options();
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

  reception_ = std::make_shared<Reception>(host, io_->context());
  reception_->accept = std::move(accept);
  endpoint_ = std::make_shared<Endpoint>(reception_, *settings, *std::move(authenticator));
  const auto listener = std::make_shared<Acceptor>(io_->context(), host, endpoint_, *std::move(tls));
  const auto port = listener->open();
  if (!port) return port.error();
  listener_ = listener;
  asio::post(io_->context(), [endpoint = endpoint_, listener] {
    endpoint->start();
    listener->start();
  });
  if (settings->allows_anonymous && settings->allowed_hosts.empty()) {
    host.log(LogLevel::warning, "listener 'http'",
             "everybody may come in by any name, so that a page in a browser that reaches this address can, too; name "
             "those by which it should be called with listener.http.allowedHosts");
  }
  if (settings->asks_for_tokens() && !settings->has_tls() && !settings->is_for_this_machine_alone()) {
    host.log(
        LogLevel::warning, "listener 'http'",
        "tokens and all else travel unencrypted; give listener.http.certificate and .key, unless something in front "
        "speaks TLS and nobody else can reach this address");
  }
  host.log(LogLevel::information, "listener 'http'", "listening on " + url_of(*settings, *port));
  return {};
}

void HttpListener::close() noexcept {
  if (reception_ == nullptr) return;
  reception_->is_open = false;
  reception_->accept = nullptr;
}

}  // namespace workbench::http
