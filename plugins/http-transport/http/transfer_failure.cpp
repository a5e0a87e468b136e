#include "http/transfer_failure.hpp"

#include <openssl/x509_vfy.h>

#include <system_error>

namespace workbench::http::transport {
namespace {

constexpr std::string_view kCut = "it closed the connection before the response was complete";

/// libcurl's own sentence.
std::string own_words(CURLcode result, std::string_view text) {
  return text.empty() ? ::curl_easy_strerror(result) : std::string(text);
}

std::string describe_certificate(CURL* transfer) {
  long verdict = X509_V_OK;
  ::curl_easy_getinfo(transfer, CURLINFO_SSL_VERIFYRESULT, &verdict);
  // libcurl compares the names itself, after OpenSSL has accepted the certificate and before it records the verdict.
  if (verdict == X509_V_OK || verdict == X509_V_ERR_UNSPECIFIED)
    return "its certificate is for another host (hostname mismatch)";
  if (verdict == X509_V_ERR_CERT_HAS_EXPIRED) {
    return "its certificate has expired, by the clock of this machine; its operator has to renew it";
  }
  if (verdict == X509_V_ERR_CERT_NOT_YET_VALID) return "its certificate is not valid yet, by the clock of this machine";
  return "its certificate is not trusted (" + std::string(::X509_verify_cert_error_string(verdict)) +
         "); to trust it, name its CA in \"caFile\"";
}

/// A system call on the connection has failed, or the connection has ended.
std::string describe_connection_error(CURL* transfer, CURLcode result, std::string_view text) {
  long error = 0;
  ::curl_easy_getinfo(transfer, CURLINFO_OS_ERRNO, &error);
  if (error != 0) return std::generic_category().message(static_cast<int>(error));
  if (text.find("hunk") != std::string_view::npos) return "its response is not valid HTTP: " + std::string(text);
  const bool is_end = text.empty() || text.find("unexpected eof") != std::string_view::npos;
  return is_end ? std::string(kCut) : own_words(result, text);
}

std::string describe_server_failure(CURL* transfer, CURLcode result, std::string_view text) {
  if (is_certificate_refusal(text)) {
    return R"(it requires a certificate that it trusts; name one in "certFile" ()" + std::string(text) + ")";
  }
  switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST: return "its name cannot be resolved";
    case CURLE_OPERATION_TIMEDOUT: return "no connection within the time limit (\"connectTimeoutMs\")";
    case CURLE_PEER_FAILED_VERIFICATION: return describe_certificate(transfer);
    case CURLE_SSL_CONNECT_ERROR: return "the TLS handshake failed: " + own_words(result, text);
    case CURLE_UNSUPPORTED_PROTOCOL:  // an answer without a status line, which libcurl takes for HTTP/0.9
    case CURLE_WEIRD_SERVER_REPLY: return "its response is not valid HTTP: " + own_words(result, text);
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_ABORTED_BY_CALLBACK: return std::string(kCut);  // the attempt to send it again was stopped
    case CURLE_COULDNT_CONNECT:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return describe_connection_error(transfer, result, text);
    default: return own_words(result, text);
  }
}

std::string describe_proxy_refusal(long status, const Proxy& proxy) {
  std::string text = "the proxy " + proxy.shown + " answered HTTP " + std::to_string(status);
  if (status == 407) text += "; check the user name and the password in " + proxy.source;
  return text;
}

}  // namespace

bool is_certificate_refusal(std::string_view text) {
  // The alerts of TLS that are about a certificate (RFC 8446, section 6), in OpenSSL's words.
  return text.find(" alert ") != std::string_view::npos &&
         (text.find("certificate") != std::string_view::npos || text.find("unknown ca") != std::string_view::npos);
}

std::string describe_failure(CURL* transfer, CURLcode result, std::string_view text, const Proxy& proxy) {
  if (proxy.url.empty()) return describe_server_failure(transfer, result, text);
  long status = 0;
  ::curl_easy_getinfo(transfer, CURLINFO_HTTP_CONNECTCODE, &status);
  if (status / 100 > 2) return describe_proxy_refusal(status, proxy);
  if (result == CURLE_COULDNT_RESOLVE_PROXY) return "the name of the proxy " + proxy.shown + " cannot be resolved";
  std::string reason = describe_server_failure(transfer, result, text);
  // libcurl does not report which of both it could not reach, or whether NO_PROXY has excepted the server.
  if (result == CURLE_COULDNT_CONNECT || result == CURLE_OPERATION_TIMEDOUT || result == CURLE_PROXY) {
    reason += " (" + proxy.source + " names the proxy " + proxy.shown + ")";
  }
  return reason;
}

}  // namespace workbench::http::transport
