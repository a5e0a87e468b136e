#include "http/http_call.hpp"

#include <openssl/ssl.h>
#include <sys/socket.h>

#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <locale>
#include <new>
#include <utility>

#include "http/private_address.hpp"
#include "http/received_head.hpp"
#include "http/transfer_failure.hpp"
#include "http/transfer_options.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kMaxHeaderBytes = 64U * 1024;  // including informational responses and trailers
// Nothing is read while more of a body than this has not been reported. Only what is decoded comes in such amounts.
constexpr std::size_t kMaxUnreported = 4U * 1024 * 1024;
constexpr std::size_t kMaxShownCoding = 40;

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
}

HttpCall::~HttpCall() {
  owner_->remove(*this);
}

// --- the request -----------------------------------------------------------------------------------------------------

template <typename Value>
void HttpCall::set(CURLoption option, Value value) {
  set_option(transfer_.get(), option, value);
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
  set(CURLOPT_SHARE, owner_->cookies().handle());
  set(CURLOPT_COOKIEFILE, "");  // no file: sends them, too
}

void HttpCall::set_headers() {
  const auto append = [&](const std::string& line) {
    curl_slist* longer = ::curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(headers_.release());
    headers_.reset(longer);
  };
  // A semicolon instead of the colon makes libcurl send a header without a value.
  for (const auto& [name, value] : request_.headers) {
    // Configured cookies are sent in one header with the cookies of the server.
    if (boost::algorithm::iequals(name, "Cookie", std::locale::classic())) {
      set(CURLOPT_COOKIE, value.c_str());
    } else {
      append(value.empty() ? name + ";" : name + ": " + value);
    }
  }
  append("Expect:");  // none: do not wait for "100 Continue"
  set(CURLOPT_HTTPHEADER, headers_.get());
  set(CURLOPT_USERAGENT, HTTP_USER_AGENT);  // one in the headers replaces it
  // Nothing need be compressed, but what is compressed nevertheless is decoded: without this option libcurl would pass
  // it on as it is. "A request without any content codings" is a preference alone (RFC 9110, section 12.5.3), which
  // proxies in front of servers do not always know.
  set(CURLOPT_ACCEPT_ENCODING, "identity");
  if (owner_->takes_bodies_as_they_are()) set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
}

/// The properties of a connection that this call decides: its addresses and certificates.
void HttpCall::set_connection() {
  const ServerAddress& address = owner_->address();
  set_server_options(transfer_.get(), address);
  set(CURLOPT_SSL_CTX_FUNCTION, &HttpCall::handle_tls);
  set(CURLOPT_SSL_CTX_DATA, this);
  if (address.allows_private_addresses || !address.proxy.url.empty()) return;
  set(CURLOPT_OPENSOCKETFUNCTION, &HttpCall::open_public_socket);
  set(CURLOPT_OPENSOCKETDATA, this);
}

// --- called by libcurl -----------------------------------------------------------------------------------------------

/// Returns the result of `function`, or `failed` if it throws.
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
  if (!read_coding(line)) return false;
  if (line.starts_with("HTTP/")) {
    const std::size_t status = line.find(' ');
    const std::size_t reason = status == std::string_view::npos ? status : line.find(' ', status + 1);
    reason_ = reason == std::string_view::npos ? std::string_view() : line.substr(reason + 1);
    boost::algorithm::trim(reason_, std::locale::classic());
  } else if (line == "\r\n" || line == "\n") {
    // A response 1xx is informational; the final one follows.
    has_head_ = received_status(transfer_.get()) / 100 != 1;
    if (has_head_) owner_->add_news(*this);
  }
  return true;
}

/// False: the body would have to be decoded, and is not. libcurl 7 asks for its option with each piece of the body;
/// libcurl 8 has asked before this header, so that only the next transfer is without decoding.
bool HttpCall::read_coding(std::string_view line) {
  if (names_no_compression(line)) {
    names_no_coding_ = true;
    owner_->take_bodies_as_they_are(true);
    set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
  } else if (names_compression(line) && owner_->takes_bodies_as_they_are()) {
    is_left_coded_ = true;
    owner_->take_bodies_as_they_are(false);
    return false;
  }
  return true;
}

std::size_t HttpCall::handle_body(char* bytes, std::size_t, std::size_t size, void* self) {
  auto& call = *static_cast<HttpCall*>(self);
  if (call.owner_->is_paused() || call.body_.size() >= kMaxUnreported) {
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

bool HttpCall::begins_again_after(CURLcode result) {
  if (result != CURLE_BAD_CONTENT_ENCODING || !names_no_coding_ || !request_.may_repeat) return false;
  names_no_coding_ = false;  // once
  has_head_ = false;
  header_bytes_ = 0;
  return true;
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
    if (!std::exchange(was_head_reported_, true)) {
      part.head = received_head(transfer_.get(), reason_, request_.wants_headers);
    }
    part.body = std::exchange(body_, {});
    part.is_last = result_ == CURLE_OK;
    if (part.is_last) {
      result_.reset();
    } else if (result_) {
      owner_->add_news(*this);
    } else if (is_read_paused_) {
      read_on();  // there was too much to report
    }
    return observer->on_part(std::move(part));
  }
  if (result_) {
    HttpFailure what = failure();
    result_.reset();
    observer->on_failed(std::move(what));
  }
}

HttpFailure HttpCall::failure() const {
  if (result_ == CURLE_WRITE_ERROR && header_bytes_ > kMaxHeaderBytes) {
    return {true, "the headers of its response are longer than " + std::to_string(kMaxHeaderBytes) + " bytes"};
  }
  if (is_address_refused_) {
    return {false, kAddressRefused};
  }
  // libcurl itself keeps no more of what it has decoded while nothing is read than 64 MiB.
  if (is_out_of_memory_ || result_ == CURLE_OUT_OF_MEMORY) {
    return {attempts_ > 0, "there is not enough memory for its response"};
  }
  if (result_ == CURLE_BAD_CONTENT_ENCODING || is_left_coded_) {
    return {true, "its response has the content coding \"" +
                      received_content_coding(transfer_.get()).substr(0, kMaxShownCoding) +
                      "\", which cannot be decoded"};
  }
  const bool was_connected = attempts_ > 0 && !is_certificate_refusal(error_.data());
  const CURLcode result = result_.value_or(CURLE_OK);
  return {was_connected, describe_failure(transfer_.get(), result, error_.data(), owner_->address().proxy)};
}

}  // namespace workbench::http::transport
