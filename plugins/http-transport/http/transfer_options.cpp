#include "http/transfer_options.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace workbench::http::transport {
namespace {

// A peer that acknowledges nothing for this time is lost. TCP itself would wait for a quarter of an hour, and
// for ever if there is nothing to send.
constexpr std::chrono::seconds kMaxSilence{60};
constexpr long kKeepAliveIdleSeconds = 30;
constexpr long kKeepAliveIntervalSeconds = 10;

int limit_silence(void*, curl_socket_t socket, curlsocktype) {
  const auto milliseconds = static_cast<unsigned>(std::chrono::milliseconds(kMaxSilence).count());
  // Best effort: without it the host's limits still hold.
  ::setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
  return CURL_SOCKOPT_OK;
}

void set_connection(CURL* transfer, const ServerAddress& address) {
  set_option(transfer, CURLOPT_NOSIGNAL, 1L);
  set_option(transfer, CURLOPT_CONNECTTIMEOUT_MS, long{address.connect_limit.count()});
  set_option(transfer, CURLOPT_MAXAGE_CONN,
             long{std::chrono::duration_cast<std::chrono::seconds>(kMaxIdleTime).count()});
  // Otherwise the end of a transfer waits for the thread that resolves its name, and with it the whole loop.
  set_option(transfer, CURLOPT_QUICK_EXIT, 1L);
  set_option(transfer, CURLOPT_TCP_KEEPALIVE, 1L);
  set_option(transfer, CURLOPT_TCP_KEEPIDLE, kKeepAliveIdleSeconds);
  set_option(transfer, CURLOPT_TCP_KEEPINTVL, kKeepAliveIntervalSeconds);
  set_option(transfer, CURLOPT_SOCKOPTFUNCTION, &limit_silence);
}

void set_proxy(CURL* transfer, const Proxy& proxy) {
  set_option(transfer, CURLOPT_PROXY, proxy.url.c_str());  // empty: none, whatever the environment names
  if (!proxy.obeys_no_proxy) set_option(transfer, CURLOPT_NOPROXY, "");
  set_option(transfer, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // Without Kerberos, whose library the relocatable tree does not have.
  set_option(transfer, CURLOPT_SOCKS5_AUTH, static_cast<long>(CURLAUTH_BASIC));
}

void set_tls(CURL* transfer) {
  // Versions of libcurl differ in the types of these.
  constexpr long kHttpVersion = CURL_HTTP_VERSION_2TLS;
  constexpr long kTlsVersion = CURL_SSLVERSION_TLSv1_2;
  set_option(transfer, CURLOPT_HTTP_VERSION, kHttpVersion);
  set_option(transfer, CURLOPT_SSLVERSION, kTlsVersion);
  // The certificates are the configured ones, and none that libcurl was built with.
  set_option(transfer, CURLOPT_CAINFO, static_cast<const char*>(nullptr));
  set_option(transfer, CURLOPT_CAPATH, static_cast<const char*>(nullptr));
}

}  // namespace

void set_server_options(CURL* transfer, const ServerAddress& address) {
  set_connection(transfer, address);
  set_proxy(transfer, address.proxy);
  set_tls(transfer);
}

}  // namespace workbench::http::transport
