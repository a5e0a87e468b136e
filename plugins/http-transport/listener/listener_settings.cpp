#include "listener/listener_settings.hpp"

#include <boost/asio/ip/address.hpp>
#include <limits>
#include <string_view>
#include <utility>

namespace workbench::http {
namespace {

/// Reads numbers within bounds, and adds those that are not to `errors`.
class NumberReader {
 public:
  NumberReader(const Options& options, std::vector<OptionError>& errors) : options_(options), errors_(errors) {}

  [[nodiscard]] std::int64_t read(const std::string& name, std::int64_t fallback, std::int64_t min, std::int64_t max) {
    const std::int64_t value = options_.number(name, fallback);
    if (value < min || value > max) {
      errors_.push_back({name, std::to_string(value) + " is out of range; it must be from " + std::to_string(min) +
                                   " to " + std::to_string(max)});
    }
    return value;
  }
  [[nodiscard]] std::size_t count(const std::string& name, std::int64_t fallback, std::int64_t min, std::int64_t max) {
    return static_cast<std::size_t>(read(name, fallback, min, max));
  }
  [[nodiscard]] std::chrono::milliseconds seconds(const std::string& name, std::int64_t fallback) {
    return std::chrono::seconds(read(name, fallback, 1, 7 * 24 * 3600));
  }

 private:
  const Options& options_;
  std::vector<OptionError>& errors_;
};

bool is_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return !error;
}

/// Whether a browser could send this as the header Origin: scheme, host and optionally port, and nothing else.
bool is_origin(std::string_view text) {
  const std::size_t colon = text.find("://");
  if (colon == 0 || colon == std::string_view::npos) return false;
  const std::string_view host = text.substr(colon + 3);
  return !host.empty() && host.find_first_of("/?#* ") == std::string_view::npos;
}

/// Adds what is wrong with settings that were read, beyond their numbers.
void check_settings(const ListenerSettings& settings, std::vector<OptionError>& errors) {
  if (settings.path.empty() || settings.path.front() != '/') {
    errors.push_back({"path", "'" + settings.path + "' is not a path; write one that begins with a slash, like /mcp"});
  }
  if (!is_address(settings.address)) {
    errors.push_back({"address", "'" + settings.address +
                                     "' is not an IP address; write 127.0.0.1 or ::1 for this machine only, 0.0.0.0 or "
                                     ":: for all its addresses"});
  } else if (!settings.is_loopback() && !settings.requires_token() && !settings.allows_anonymous) {
    errors.push_back({"address", "'" + settings.address +
                                     "' can be reached from other machines, and no token is required; set "
                                     "listener.http.tokensFile, or listen on 127.0.0.1, or set "
                                     "listener.http.allowAnonymous=true if a proxy authenticates the clients"});
  }
  for (const std::string& origin : settings.allowed_origins) {
    if (is_origin(origin)) continue;
    errors.push_back({"allowedOrigins", "'" + origin +
                                            "' is not an origin; write scheme, host and port only, like "
                                            "https://example.com or http://localhost:3000"});
  }
  if (settings.certificate.empty() != settings.key.empty()) {
    errors.push_back({settings.key.empty() ? "key" : "certificate",
                      "is missing; TLS needs both the certificate and its key, or neither for plain HTTP"});
  }
}

ListenerSettings read(const Options& options, const Limits& limits, std::vector<OptionError>& errors) {
  NumberReader numbers(options, errors);
  ListenerSettings settings{};
  settings.address = options.text("address", "127.0.0.1");
  settings.port = static_cast<std::uint16_t>(numbers.read("port", 8931, 0, std::numeric_limits<std::uint16_t>::max()));
  settings.path = options.text("path", "/mcp");
  settings.tokens_file = options.text("tokensFile");
  settings.tokens_variable = options.text("tokensVariable");
  settings.certificate = options.text("certificate");
  settings.key = options.text("key");
  settings.allowed_origins = options.text_list("allowedOrigins");
  settings.allowed_hosts = options.text_list("allowedHosts");
  const auto max_message = static_cast<std::int64_t>(limits.message_bytes);
  settings.request_bytes =
      numbers.count("requestBytes", std::min<std::int64_t>(16 * 1024 * 1024, max_message), 1024, max_message);
  settings.header_bytes = numbers.count("headerBytes", 16 * 1024, 1024, 1024 * 1024);
  settings.connections = numbers.count("connections", 10'000, 1, 1'000'000);
  settings.sessions = numbers.count("sessions", 1'000, 1, 1'000'000);
  settings.requests_per_second = numbers.count("requestsPerSecond", 0, 0, 1'000'000);
  settings.session_idle = numbers.seconds("sessionIdleSeconds", 1800);
  settings.keep_alive = numbers.seconds("keepAliveSeconds", 15);
  settings.request_time = numbers.seconds("requestSeconds", 30);
  settings.allows_anonymous = options.flag("allowAnonymous", false);
  return settings;
}

}  // namespace

bool ListenerSettings::is_loopback() const {
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  return !error && parsed.is_loopback();
}

std::vector<OptionDescription> listener_options() {
  using enum OptionType;
  return {
      {"address", text, false, "The address to listen on; 127.0.0.1."},
      {"port", number, false, "The port to listen on; 8931. 0: a free port, which is logged."},
      {"path", text, false, "The path of the endpoint; /mcp."},
      {"tokensFile", path, false, "A JSON file with the bearer tokens of the clients."},
      {"tokensVariable", text, false, "An environment variable with the same JSON."},
      {"allowAnonymous", flag, false, "Accept clients without a token at an address that is not loopback; false."},
      {"certificate", path, false, "A PEM file with the TLS certificate and its chain; none: plain HTTP."},
      {"key", path, false, "A PEM file with the certificate's private key."},
      {"allowedOrigins", text_list, false, "Origins whose pages may send requests, besides our own; none."},
      {"allowedHosts", text_list, false,
       "Host names that requests may use, besides those of loopback; any if a token is required, else the address."},
      {"requestBytes", number, false, "Maximum size of a request body; 16777216, at most limits.messageBytes."},
      {"headerBytes", number, false, "Maximum size of the request headers; 16384."},
      {"connections", number, false, "Maximum number of open connections; 10000."},
      {"sessions", number, false, "Maximum number of sessions; 1000."},
      {"requestsPerSecond", number, false, "Maximum rate of one principal; 0, no limit."},
      {"sessionIdleSeconds", number, false, "How long a session without a request or an open stream is kept; 1800."},
      {"keepAliveSeconds", number, false, "How often a comment is sent on a silent stream; 15."},
      {"requestSeconds", number, false, "Time limit for receiving a request, and for each write of a response; 30."},
  };
}

std::vector<OptionError> ListenerSettings::check(const Options& options, const Limits& limits) {
  std::vector<OptionError> errors;
  check_settings(read(options, limits, errors), errors);
  return errors;
}

ListenerSettings ListenerSettings::from(const Options& options, const Limits& limits) {
  std::vector<OptionError> checked;
  return read(options, limits, checked);
}

}  // namespace workbench::http
