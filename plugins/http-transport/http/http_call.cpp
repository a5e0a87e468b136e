#include "http/http_call.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <chrono>
#include <locale>
#include <stdexcept>
#include <utility>

#include "http/private_address.hpp"
#include "http/transfer_failure.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kMaxHeaderBytes = 64U * 1024;  // with those of informational responses and trailers
// A peer that does not acknowledge anything for so long is gone. TCP itself would wait for a quarter of an hour, and
// for ever if there is nothing to send.
constexpr std::chrono::seconds kMaxSilence{60};
constexpr long kKeepAliveIdleSeconds = 30;
constexpr long kKeepAliveIntervalSeconds = 10;

/// In lower case and without parameters.
std::string media_type(std::string_view content_type) {
  std::string type(content_type.substr(0, content_type.find(';')));
  boost::algorithm::trim(type, std::locale::classic());
  boost::algorithm::to_lower(type, std::locale::classic());
  return type;
}

}  // namespace

HttpCall::HttpCall(std::shared_ptr<CallOwner> owner, HttpRequest request, std::weak_ptr<ResponseObserver> observer)
    : owner_(std::move(owner)),
      request_(std::move(request)),
      observer_(std::move(observer)),
      transfer_(::curl_easy_init(), &::curl_easy_cleanup),
      headers_(nullptr, &::curl_slist_free_all) {
  if (transfer_ == nullptr) throw std::bad_alloc();
  set_request();
  set_headers();
  set_connection();
  set_proxy();
  set_tls();
}

HttpCall::~HttpCall() {
  owner_->remove(*this);
}

// --- the request -----------------------------------------------------------------------------------------------------

template <typename Value>
void HttpCall::set(CURLoption option, Value value) {
  const CURLcode result = ::curl_easy_setopt(transfer_.get(), option, value);
  if (result != CURLE_OK) {
    throw std::runtime_error("libcurl refuses option " + std::to_string(option) + ": " + ::curl_easy_strerror(result));
  }
}

void HttpCall::set_request() {
  set(CURLOPT_URL, (owner_->address().url.origin() + request_.target).c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  if (request_.body != nullptr) {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body->size()));
    set(CURLOPT_POSTFIELDS, request_.body->data());
    set(CURLOPT_XFERINFOFUNCTION, &HttpCall::handle_progress);
    set(CURLOPT_XFERINFODATA, this);
    set(CURLOPT_NOPROGRESS, 0L);
  } else if (request_.method != "GET") {
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  }
  set(CURLOPT_HEADERFUNCTION, &HttpCall::handle_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &HttpCall::handle_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_PREREQFUNCTION, &HttpCall::handle_connected);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_ERRORBUFFER, error_.data());
}

void HttpCall::set_headers() {
  const auto append = [&](const std::string& line) {
    curl_slist* longer = ::curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(headers_.release());
    headers_.reset(longer);
  };
  // A semicolon instead of the colon makes libcurl send a header without a value.
  for (const auto& [name, value] : request_.headers) append(value.empty() ? name + ";" : name + ": " + value);
  append("Accept-Encoding: identity");
  append("Expect:");  // none: do not wait for "100 Continue"
  set(CURLOPT_HTTPHEADER, headers_.get());
  set(CURLOPT_USERAGENT, HTTP_USER_AGENT);  // one in the headers replaces it
}

void HttpCall::set_connection() {
  const ServerAddress& address = owner_->address();
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, long{address.connect_limit.count()});
  set(CURLOPT_MAXAGE_CONN, long{std::chrono::duration_cast<std::chrono::seconds>(kMaxIdleTime).count()});
  // Otherwise the end of a transfer waits for the thread that resolves its name, and with it the whole loop.
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_TCP_KEEPIDLE, kKeepAliveIdleSeconds);
  set(CURLOPT_TCP_KEEPINTVL, kKeepAliveIntervalSeconds);
  set(CURLOPT_SOCKOPTFUNCTION, &HttpCall::handle_socket);
  set(CURLOPT_SOCKOPTDATA, this);
  if (address.allows_private_addresses || !address.proxy.url.empty()) return;
  set(CURLOPT_OPENSOCKETFUNCTION, &HttpCall::open_public_socket);
  set(CURLOPT_OPENSOCKETDATA, this);
}

void HttpCall::set_proxy() {
  const Proxy& proxy = owner_->address().proxy;
  set(CURLOPT_PROXY, proxy.url.c_str());  // empty: none, whatever the environment says
  if (!proxy.obeys_no_proxy) set(CURLOPT_NOPROXY, "");
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
}

void HttpCall::set_tls() {
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  // The certificates are those of the address, and nothing that libcurl was built with.
  set(CURLOPT_CAINFO, static_cast<const char*>(nullptr));
  set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  set(CURLOPT_SSL_CTX_FUNCTION, &HttpCall::handle_tls);
  set(CURLOPT_SSL_CTX_DATA, this);
}

// --- called by libcurl -----------------------------------------------------------------------------------------------

/// Returns what `function` returns, or `failed` if it throws.
template <typename Result, typename Function>
Result HttpCall::without_exceptions(Result failed, const Function& function) noexcept {
  try {
    return function();
  } catch (const std::exception&) {
    is_out_of_memory_ = true;
    return failed;
  }
}

/// Called before each attempt to send the request. libcurl makes a second one if a connection that was used before ends
/// without a byte of the response. The server may have received the first one.
int HttpCall::handle_connected(void* self, char*, char*, int, int) {
  auto& call = *static_cast<HttpCall*>(self);
  ++call.attempts_;
  return call.attempts_ == 1 || call.request_.may_repeat ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

int HttpCall::handle_socket(void*, curl_socket_t socket, curlsocktype) {
  const auto milliseconds = static_cast<unsigned>(std::chrono::milliseconds(kMaxSilence).count());
  // Best effort: without it the host's limits still hold.
  ::setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
  return CURL_SOCKOPT_OK;
}

/// Checked here, with the address that is connected to: a check of the name before could get another answer.
curl_socket_t HttpCall::open_public_socket(void* self, curlsocktype, curl_sockaddr* address) {
  auto& call = *static_cast<HttpCall*>(self);
  if (is_private_address(address->addr)) {
    call.is_address_refused_ = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURLcode HttpCall::handle_tls(CURL*, void* context, void* self) {
  auto& call = *static_cast<HttpCall*>(self);
  return call.without_exceptions(CURLE_OUT_OF_MEMORY, [&] {
    return call.owner_->address().certificates->apply(*static_cast<SSL_CTX*>(context)) ? CURLE_OK
                                                                                       : CURLE_SSL_CERTPROBLEM;
  });
}

int HttpCall::handle_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t sent) {
  auto& call = *static_cast<HttpCall*>(self);
  if (call.is_written_ || static_cast<std::size_t>(sent) != call.request_.body->size()) return 0;
  return call.without_exceptions(1, [&] {
    call.owner_->add_news(call);
    call.is_written_ = true;
    return 0;
  });
}

std::size_t HttpCall::handle_header(char* bytes, std::size_t, std::size_t size, void* self) {
  auto& call = *static_cast<HttpCall*>(self);
  return call.without_exceptions(std::size_t{0}, [&] { return call.read_header({bytes, size}) ? size : 0; });
}

/// False: it is too much.
bool HttpCall::read_header(std::string_view line) {
  header_bytes_ += line.size();
  if (header_bytes_ > kMaxHeaderBytes) return false;
  if (has_head_) return true;  // a trailer
  if (line.starts_with("HTTP/")) {
    const std::size_t status = line.find(' ');
    const std::size_t reason = status == std::string_view::npos ? status : line.find(' ', status + 1);
    reason_ = reason == std::string_view::npos ? std::string_view() : line.substr(reason + 1);
    boost::algorithm::trim(reason_, std::locale::classic());
  } else if (line == "\r\n" || line == "\n") {
    long status = 0;
    ::curl_easy_getinfo(transfer_.get(), CURLINFO_RESPONSE_CODE, &status);
    // A response 1xx is informational; the final one follows.
    has_head_ = status / 100 != 1;
    if (has_head_) owner_->add_news(*this);
  }
  return true;
}

std::size_t HttpCall::handle_body(char* bytes, std::size_t, std::size_t size, void* self) {
  auto& call = *static_cast<HttpCall*>(self);
  if (call.owner_->is_paused()) {
    call.is_read_paused_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  return call.without_exceptions(std::size_t{0}, [&] {
    call.owner_->add_news(call);
    call.body_.append(bytes, size);
    return size;
  });
}

// --- reporting -------------------------------------------------------------------------------------------------------

void HttpCall::complete(CURLcode result) {
  result_ = result;
  owner_->add_news(*this);
}

void HttpCall::read_on() {
  if (std::exchange(is_read_paused_, false)) ::curl_easy_pause(transfer_.get(), CURLPAUSE_CONT);
  owner_->add_news(*this);
}

bool HttpCall::has_part() const {
  return has_head_ && (!was_head_reported_ || !body_.empty() || result_ == CURLE_OK);
}

void HttpCall::report() {
  const auto observer = observer_.lock();
  if (observer == nullptr) return;
  if (is_written_ && !std::exchange(was_written_reported_, true)) {
    owner_->add_news(*this);
    return observer->on_written();
  }
  if (owner_->is_paused()) return;
  if (has_part()) {
    ResponsePart part;
    if (!std::exchange(was_head_reported_, true)) part.head = read_head();
    part.body = std::exchange(body_, {});
    part.is_last = result_ == CURLE_OK;
    if (part.is_last) {
      result_.reset();
    } else if (result_) {
      owner_->add_news(*this);
    }
    return observer->on_part(std::move(part));
  }
  if (result_) {
    HttpFailure what = failure();
    result_.reset();
    observer->on_failed(std::move(what));
  }
}

ResponseHead HttpCall::read_head() const {
  long status = 0;
  ::curl_easy_getinfo(transfer_.get(), CURLINFO_RESPONSE_CODE, &status);
  ResponseHead head;
  head.status = static_cast<unsigned>(status);
  head.reason = reason_;
  head.content_type = media_type(header("Content-Type"));
  head.content_encoding = media_type(header("Content-Encoding"));
  head.session_id = header("Mcp-Session-Id");
  head.location = header("Location");
  const bool is_challenge = status == 401 || status == 403;
  if (request_.wants_headers || is_challenge) head.headers = all_headers();
  return head;
}

HeaderList HttpCall::all_headers() const {
  HeaderList headers;
  const curl_header* one = nullptr;
  while ((one = ::curl_easy_nextheader(transfer_.get(), CURLH_HEADER, -1, const_cast<curl_header*>(one))) != nullptr) {
    headers.emplace_back(one->name, one->value);
  }
  return headers;
}

/// Of the final response; empty: it has none.
std::string HttpCall::header(const char* name) const {
  curl_header* found = nullptr;
  const CURLHcode result = ::curl_easy_header(transfer_.get(), name, 0, CURLH_HEADER, -1, &found);
  return result == CURLHE_OK ? found->value : "";
}

HttpFailure HttpCall::failure() const {
  if (result_ == CURLE_WRITE_ERROR && header_bytes_ > kMaxHeaderBytes) {
    return {true, "the headers of its response are longer than " + std::to_string(kMaxHeaderBytes) + " bytes"};
  }
  if (is_address_refused_) {
    return {false, kAddressRefused};
  }
  if (is_out_of_memory_) return {attempts_ > 0, "there is not enough memory for its response"};
  const bool was_connected = attempts_ > 0 && !is_certificate_refusal(error_.data());
  const CURLcode result = result_.value_or(CURLE_OK);
  return {was_connected, describe_failure(transfer_.get(), result, error_.data(), owner_->address().proxy)};
}

}  // namespace workbench::http::transport
