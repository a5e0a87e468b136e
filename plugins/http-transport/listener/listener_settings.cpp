#include "listener/listener_settings.hpp"

#include <boost/asio/ip/address.hpp>
#include <limits>
#include <optional>

namespace workbench::http {
namespace {

Error refused(const std::string& option, const std::string& what) {
  return {ErrorKind::invalid_argument, "listener.http." + option + ": " + what};
}

/// Reads options that are numbers within bounds, and keeps the first complaint.
class Numbers {
 public:
  explicit Numbers(const Options& options) : options_(options) {}

  [[nodiscard]] std::int64_t read(const std::string& name, std::int64_t fallback, std::int64_t least,
                                  std::int64_t most) {
    const std::int64_t value = options_.number(name, fallback);
    if ((value < least || value > most) && !complaint_) {
      complaint_ = refused(name, std::to_string(value) + " is out of range; it goes from " + std::to_string(least) +
                                     " to " + std::to_string(most));
    }
    return value;
  }
  [[nodiscard]] std::size_t count(const std::string& name, std::int64_t fallback, std::int64_t least,
                                  std::int64_t most) {
    return static_cast<std::size_t>(read(name, fallback, least, most));
  }
  [[nodiscard]] std::chrono::milliseconds seconds(const std::string& name, std::int64_t fallback) {
    return std::chrono::seconds(read(name, fallback, 1, 7 * 24 * 3600));
  }

  [[nodiscard]] const std::optional<Error>& complaint() const { return complaint_; }

 private:
  const Options& options_;
  std::optional<Error> complaint_;
};

bool is_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return !error;
}

/// Whether a browser could send this as the field Origin: scheme, host and perhaps port, and nothing behind.
bool is_origin(std::string_view text) {
  const std::size_t colon = text.find("://");
  if (colon == 0 || colon == std::string_view::npos) return false;
  const std::string_view host = text.substr(colon + 3);
  return !host.empty() && host.find_first_of("/?#* ") == std::string_view::npos;
}

}  // namespace

bool ListenerSettings::is_for_this_machine_alone() const {
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  return !error && parsed.is_loopback();
}

std::vector<OptionDescription> door_options() {
  using enum OptionType;
  return {
      {"address", text, false, "The address to listen on; 127.0.0.1."},
      {"port", number, false, "The port to listen on; 8931. 0: any free one, which the log tells."},
      {"path", text, false, "The path of the endpoint; /mcp."},
      {"tokensFile", text, false, "A JSON file with the bearer tokens that let clients in."},
      {"tokensVariable", text, false, "The environment variable that holds the same JSON."},
      {"allowAnonymous", flag, false, "Whether everybody may come in on an address that is not loopback; false."},
      {"certificate", text, false, "The PEM file with the TLS certificate and its chain; none: no TLS."},
      {"key", text, false, "The PEM file with the certificate's private key."},
      {"allowedOrigins", text_list, false, "Origins besides our own whose pages may call; none."},
      {"allowedHosts", text_list, false,
       "Names besides the address itself by which clients may call (the Host field); any if tokens are asked for, else "
       "those of loopback."},
      {"requestBytes", number, false, "The longest request body; 16777216, at most limits.messageBytes."},
      {"headerBytes", number, false, "The longest request head; 16384."},
      {"connections", number, false, "How many connections may be open at once; 10000."},
      {"sessions", number, false, "How many sessions there may be at once; 1000."},
      {"requestsPerSecond", number, false, "How many requests one principal may make in a second; 0, any number."},
      {"sessionIdleSeconds", number, false, "How long a session without a request or open stream lives; 1800."},
      {"keepAliveSeconds", number, false, "How often an open stream without events gets a comment; 15."},
      {"requestSeconds", number, false, "How long a request may take to arrive, and an answer to be taken; 30."},
  };
}

Result<ListenerSettings> ListenerSettings::from(const Options& options, const Limits& limits) {
  Numbers numbers(options);
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
  const auto longest = static_cast<std::int64_t>(limits.message_bytes);
  settings.request_bytes =
      numbers.count("requestBytes", std::min<std::int64_t>(16 * 1024 * 1024, longest), 1024, longest);
  settings.header_bytes = numbers.count("headerBytes", 16 * 1024, 1024, 1024 * 1024);
  settings.connections = numbers.count("connections", 10'000, 1, 1'000'000);
  settings.sessions = numbers.count("sessions", 1'000, 1, 1'000'000);
  settings.requests_per_second = numbers.count("requestsPerSecond", 0, 0, 1'000'000);
  settings.session_idle = numbers.seconds("sessionIdleSeconds", 1800);
  settings.keep_alive = numbers.seconds("keepAliveSeconds", 15);
  settings.request_time = numbers.seconds("requestSeconds", 30);
  settings.allows_anonymous = options.flag("allowAnonymous", false);
  if (numbers.complaint()) return *numbers.complaint();
  if (settings.path.empty() || settings.path.front() != '/') {
    return refused("path", "'" + settings.path + "' is no path; it begins with a slash, such as /mcp");
  }
  if (!is_address(settings.address)) {
    return refused("address",
                   "'" + settings.address +
                       "' is no IP address; write 127.0.0.1 or ::1 for this machine alone, 0.0.0.0 or :: for "
                       "every address that it has");
  }
  for (const std::string& origin : settings.allowed_origins) {
    if (!is_origin(origin)) {
      return refused("allowedOrigins", "'" + origin +
                                           "' is no origin; write it as browsers do, such as https://example.com or "
                                           "http://localhost:3000, with no slash behind");
    }
  }
  if (settings.certificate.empty() != settings.key.empty()) {
    return refused(settings.key.empty() ? "key" : "certificate",
                   "is missing; TLS needs both the certificate and its key, or neither for plain HTTP");
  }
  if (!settings.is_for_this_machine_alone() && !settings.asks_for_tokens() && !settings.allows_anonymous) {
    return refused("address", "'" + settings.address +
                                  "' can be reached from outside, and everybody could use every toolbox; name the "
                                  "tokens that let clients in with listener.http.tokensFile, or listen on 127.0.0.1, "
                                  "or say listener.http.allowAnonymous=true if something in front of it checks who "
                                  "comes in");
  }
  return settings;
}

}  // namespace workbench::http
