#include "listener_settings.hpp"

#include <algorithm>
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

/// Whether a browser could send this as the header Origin: scheme, host and optionally port, and nothing else.
bool is_origin(std::string_view text) {
  const std::size_t colon = text.find("://");
  if (colon == 0 || colon == std::string_view::npos) return false;
  const std::string_view host = text.substr(colon + 3);
  return !host.empty() && host.find_first_of("/?#* ") == std::string_view::npos;
}

/// `192.0.2.1`, `[::1]`, `example.com`: what the header Host has before its port; or `*`.
bool is_host_name(std::string_view text) {
  if (text == "*" || (text.starts_with('[') && text.ends_with(']'))) return true;
  return !text.empty() && text.find_first_of(":/*@ ") == std::string_view::npos;
}

/// A batch is held twice while it is read, and may be the largest request.
void check_memory(const ListenerSettings& settings, std::vector<OptionError>& errors) {
  const std::size_t least = 4 * settings.request_bytes;
  for (const auto& [option, value] :
       {std::pair("heldBytesPerPrincipal", settings.memory.per_client), std::pair("heldBytes", settings.memory.all)}) {
    if (value == 0 || value >= least) continue;
    errors.push_back({option, std::to_string(value) + " is too little: it must be at least " + std::to_string(least) +
                                  ", four times listener.http.requestBytes, or 0 for no limit"});
  }
}

/// The console shows and decides more than the MCP endpoint, so its users have to be identified: by a list, as the user
/// of the workbench, or, where nothing else is served, by a code of that user.
void check_console(const ListenerSettings& settings, std::vector<OptionError>& errors) {
  const bool is_local = std::all_of(settings.addresses.begin(), settings.addresses.end(),
                                    [](const ListenAddress& address) { return address.is_local(); });
  const bool identifies =
      !settings.tokens.is_empty() || (is_local && (settings.admits_own_user_only() || settings.console_only));
  if (settings.console && !identifies) {
    errors.push_back({"console",
                      "no client could be identified that may use the console; set listener.http.tokensFile, with "
                      "\"console\": \"own\" or \"all\" in the entries of those who may"});
  }
  if (settings.console && (settings.path + "/").starts_with("/console/")) {
    errors.push_back({"path", "'" + settings.path + "' is a path of the console; choose another one, like /mcp"});
  }
  if (settings.console_only && !settings.console) {
    errors.push_back({"consoleOnly", "has no effect without the console; set listener.http.console=true"});
  }
}

/// Adds errors of settings that were read, beyond their syntax.
void check_settings(const ListenerSettings& settings, std::vector<OptionError>& errors) {
  if (settings.path.empty() || settings.path.front() != '/') {
    errors.push_back({"path", "'" + settings.path + "' is not a path; write one that begins with a slash, like /mcp"});
  }
  for (const ListenAddress& address : settings.addresses) {
    if (!settings.admits_own_user_only() || address.is_local() || address.kind == ListenAddress::Kind::systemd)
      continue;
    errors.push_back({"address", "'" + address.text() +
                                     "' can be reached from other machines, and no token is required; set "
                                     "listener.http.tokensFile, or listen on 127.0.0.1, or set "
                                     "listener.http.allowAnonymous=true if a proxy authenticates the clients"});
  }
  const bool is_local = std::all_of(settings.addresses.begin(), settings.addresses.end(), [](const auto& address) {
    return address.is_local() && address.kind == ListenAddress::Kind::ip;
  });
  if (settings.oauth.is_on() && settings.oauth.resource.empty() && !is_local) {
    errors.push_back({"oauth.resource",
                      "is missing; write the URL under which clients reach the endpoint, like "
                      "https://workbench.example.com/mcp"});
  }
  for (const std::string& origin : settings.allowed_origins) {
    if (is_origin(origin)) continue;
    errors.push_back({"allowedOrigins", "'" + origin +
                                            "' is not an origin; write scheme, host and port only, like "
                                            "https://example.com or http://localhost:3000"});
  }
  for (const std::string& host : settings.allowed_hosts) {
    if (is_host_name(host)) continue;
    errors.push_back({"allowedHosts", "'" + host +
                                          "' is not a host name; write it without scheme and port, like "
                                          "workbench.example.com or [::1], or * for any host"});
  }
  check_memory(settings, errors);
  check_console(settings, errors);
  if (settings.tls.certificate.empty() != settings.tls.key.empty()) {
    errors.push_back({settings.tls.key.empty() ? "key" : "certificate",
                      "is missing; TLS needs both the certificate and its key, or neither for plain HTTP"});
  }
  if (settings.tls.certificate.empty() && !settings.tls.client_ca.empty()) {
    errors.push_back({"clientCa", "has no effect without TLS; set listener.http.certificate and listener.http.key"});
  }
  if (settings.proxy_protocol && settings.trusted_proxies.empty()) {
    errors.push_back({"proxyProtocol", "has no effect without listener.http.trustedProxies; name the proxies there"});
  }
}

/// The value, or its default constructed one if `parsed` is an error, which is added to `errors`.
template <typename Value>
Value value_of(Result<Value> parsed, const char* option, std::vector<OptionError>& errors) {
  if (parsed) return *std::move(parsed);
  errors.push_back({option, parsed.error().message});
  return {};
}

std::vector<ListenAddress> read_addresses(const Options& options, std::vector<OptionError>& errors) {
  std::vector<std::string> texts = options.text_list("address");
  if (texts.empty()) texts.emplace_back("127.0.0.1");
  std::vector<ListenAddress> addresses;
  for (const std::string& text : texts) {
    auto address = ListenAddress::parse(text);
    if (address) {
      addresses.push_back(*std::move(address));
    } else {
      errors.push_back({"address", address.error().message});
    }
  }
  return addresses;
}

TlsFiles read_tls(const Options& options, std::vector<OptionError>& errors) {
  TlsFiles files;
  files.certificate = options.text("certificate");
  files.key = options.text("key");
  files.client_ca = options.text("clientCa");
  const std::string demanded = options.text("clientCertificates", "required");
  files.requires_client_certificate = demanded != "optional";
  if (demanded != "optional" && demanded != "required") {
    errors.push_back({"clientCertificates", "'" + demanded + "' is neither required nor optional"});
  }
  return files;
}

ListenerSettings read(const Options& options, const Limits& limits, std::vector<OptionError>& errors) {
  NumberReader numbers(options, errors);
  ListenerSettings settings{};
  settings.addresses = read_addresses(options, errors);
  settings.port = static_cast<std::uint16_t>(numbers.read("port", 8464, 0, std::numeric_limits<std::uint16_t>::max()));
  settings.path = options.text("path", "/mcp");
  settings.socket_access =
      value_of(UnixSocketAccess::parse(options.text("socketMode"), options.text("socketOwner")), "socketMode", errors);
  settings.tokens = {options.text("tokensFile"), options.text("tokensVariable")};
  settings.oauth = AccessTokenSettings::read(options, errors);
  settings.tls = read_tls(options, errors);
  settings.allowed_origins = options.text_list("allowedOrigins");
  settings.allowed_hosts = options.text_list("allowedHosts");
  settings.trusted_proxies =
      value_of(TrustedAddresses::parse(options.text_list("trustedProxies")), "trustedProxies", errors);
  const std::string forwarded = options.text("forwardedHeader", "x-forwarded");
  settings.reads_forwarded = forwarded == "forwarded";
  if (!settings.reads_forwarded && forwarded != "x-forwarded") {
    errors.push_back({"forwardedHeader", "'" + forwarded + "' is neither x-forwarded nor forwarded"});
  }
  settings.proxy_protocol = options.flag("proxyProtocol", false);
  const auto max_message = static_cast<std::int64_t>(limits.message_bytes);
  settings.request_bytes =
      numbers.count("requestBytes", std::min<std::int64_t>(16 * 1024 * 1024, max_message), 1024, max_message);
  settings.header_bytes = numbers.count("headerBytes", 16 * 1024, 1024, 1024 * 1024);
  settings.connections = numbers.count("connections", 10'000, 1, 1'000'000);
  settings.sessions = numbers.count("sessions", 1'000, 1, 1'000'000);
  settings.quotas.requests_per_second = numbers.count("requestsPerSecond", 0, 0, 1'000'000);
  settings.quotas.sessions_per_principal = numbers.count("sessionsPerPrincipal", 0, 0, 1'000'000);
  settings.quotas.connections_per_address = numbers.count("connectionsPerAddress", 1'000, 0, 1'000'000);
  constexpr std::int64_t kMaxHeld = std::int64_t{1} << 48U;
  const auto request_bytes = static_cast<std::int64_t>(settings.request_bytes);
  settings.memory.per_client = numbers.count("heldBytesPerPrincipal", 8 * request_bytes, 0, kMaxHeld);
  settings.memory.all = numbers.count("heldBytes", 64 * request_bytes, 0, kMaxHeld);
  settings.session_idle = numbers.seconds("sessionIdleSeconds", 1800);
  settings.keep_alive = numbers.seconds("keepAliveSeconds", 15);
  settings.request_time = numbers.seconds("requestSeconds", 30);
  settings.allows_anonymous = options.flag("allowAnonymous", false);
  settings.access_log = options.flag("accessLog", false);
  settings.metrics = options.flag("metrics", false);
  settings.console = options.flag("console", false);
  settings.console_only = options.flag("consoleOnly", false);
  return settings;
}

}  // namespace

bool ListenerSettings::is_open_to_others(const std::vector<ListenSocket>& sockets) const {
  return admits_own_user_only() &&
         std::any_of(sockets.begin(), sockets.end(), [](const ListenSocket& socket) { return !socket.is_local(); });
}

bool ListenerSettings::allows_every_host() const {
  return std::count(allowed_hosts.begin(), allowed_hosts.end(), "*") != 0;
}

// A page that reaches us through a host name of its own (DNS rebinding) makes its visitor's browser
// connect, from this machine or from its network. The names under which other machines reach us are not
// known, so that without a list none of them is refused there.
bool ListenerSettings::allows_any_host(bool is_local) const {
  if (allows_every_host()) return true;
  return allowed_hosts.empty() && (always_needs_token() || (!is_local && (requires_token() || allows_anonymous)));
}

std::vector<OptionError> ListenerSettings::check(const Options& options, const Limits& limits,
                                                 bool has_authenticators) {
  std::vector<OptionError> errors;
  ListenerSettings settings = read(options, limits, errors);
  settings.has_authenticators = has_authenticators;
  check_settings(settings, errors);
  return errors;
}

ListenerSettings ListenerSettings::from(const Options& options, const Limits& limits, bool has_authenticators) {
  std::vector<OptionError> checked;
  ListenerSettings settings = read(options, limits, checked);
  settings.has_authenticators = has_authenticators;
  return settings;
}

}  // namespace workbench::http
