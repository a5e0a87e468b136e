#include "http/request_parser.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/optional.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include <workbench/growing_text.hpp>

namespace workbench::http {
namespace {

namespace beast = boost::beast;
using beast::error_code;
using beast::http::error;

/// The size of the end of a chunked body, and so the least that must still arrive before the body is complete. Beast
/// asserts that it is not called again with less.
constexpr std::size_t kMinChunked = std::string_view("0\r\n\r\n").size();

/// The framing of a chunk without extensions, at most: the line end of the chunk before it, 16 digits and a line end.
constexpr std::size_t kPlainChunk = 20;

/// Each header costs memory beside its text, and each look-up passes all of them.
constexpr std::size_t kMaxFields = 1'000;

/// The size of the empty lines before a request, such as a CRLF after the last body (RFC 9112, section 2.2).
std::size_t size_of_empty_lines(std::string_view input) {
  const std::size_t end = input.find_first_not_of("\r\n");
  return end == std::string_view::npos ? input.size() : end;
}

/// "A server MUST accept the absolute-form in requests" (RFC 9112, section 3.2.2), whose authority replaces `Host`.
void read_absolute_form(ReceivedRequest& request) {
  const std::string_view target = request.target;
  const std::size_t authority = target.find("://") + 3;
  const std::string_view scheme = target.substr(0, authority);
  if (!beast::iequals(scheme, "http://") && !beast::iequals(scheme, "https://")) return;
  if (request.headers.count("Host") > 1) return;  // such a request is refused
  const std::size_t path = std::min(target.find_first_of("/?", authority), target.size());
  request.headers.replace("Host", std::string(target.substr(authority, path - authority)));
  std::string origin_form(target.substr(path));
  if (origin_form.empty() || origin_form.front() != '/') origin_form.insert(0, "/");
  request.target = std::move(origin_form);
}

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

class RequestParser::Parser final : public beast::http::basic_parser<true> {
 public:
  explicit Parser(const Limits& limits) : metadata_limit_(limits.header_bytes), body_bytes_(limits.body_bytes) {
    header_limit(static_cast<std::uint32_t>(limits.header_bytes));
    body_limit(limits.body_bytes);
  }

  std::size_t feed(std::string_view input) {
    std::size_t used = got_some() ? 0 : size_of_empty_lines(input);
    while (used != input.size() && !is_done() && !failure) {
      const bool had_head = is_header_done();
      if (had_head && chunked() && input.size() - used < kMinChunked) break;
      const std::size_t body_before = request.body.size();
      extension_bytes_ = 0;
      error_code reason;
      const std::size_t taken = put(boost::asio::const_buffer(input.data() + used, input.size() - used), reason);
      used += taken;
      // Beast applies its limit to the request line and to the headers separately, if it finds them separately, and to
      // nothing that follows the head.
      count_metadata(taken - (request.body.size() - body_before), had_head);
      if (reason == error::need_more) {
        // Beast parses whole lines only, so a line without end would be kept without limit.
        const std::size_t kept = input.size() - used;
        if (metadata_bytes_ + kept > metadata_limit_ + (is_header_done() ? kPlainChunk : 0)) {
          failure = error::header_limit;
        }
        break;
      }
      failure = reason;
      if (!failure && metadata_bytes_ > metadata_limit_) failure = error::header_limit;
      if (!had_head && is_header_done()) {
        read_absolute_form(request);
        break;
      }
    }
    return used;
  }

  [[nodiscard]] std::size_t kept() const {
    return metadata_bytes_ + request.headers.all().size() * sizeof(request.headers.all().front()) + request.body.size();
  }

  ReceivedRequest request;
  error_code failure;
  int version = 11;
  bool has_too_many_fields = false;

 private:
  /// `bytes` that do not belong to the body were read. After the head, only the bytes that the framing of a plain chunk
  /// does not have are counted.
  void count_metadata(std::size_t bytes, bool is_behind_head) {
    if (!is_behind_head) {
      metadata_bytes_ += bytes;
      return;
    }
    const std::size_t other = bytes - extension_bytes_;
    metadata_bytes_ += extension_bytes_ + (other - std::min(other, kPlainChunk));
  }

  void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target, int http_version,
                       error_code& reason) override {
    request.method = view(method);
    request.target = view(target);
    version = http_version;
    reason = {};
  }
  void on_response_impl(int, beast::string_view, int, error_code& reason) override { reason = error::bad_version; }
  void on_field_impl(beast::http::field, beast::string_view name, beast::string_view value,
                     error_code& reason) override {
    has_too_many_fields = ++fields_ > kMaxFields;
    reason = has_too_many_fields ? error_code(error::header_limit) : error_code();
    // Trailers may come from another sender than the head (RFC 9110, section 6.5.1), and are not needed.
    if (!is_header_done()) request.headers.add(std::string(view(name)), std::string(view(value)));
  }
  void on_header_impl(error_code& reason) override {
    // "A server ... MUST treat it as if the framing is faulty" (RFC 9112, section 6.1).
    reason = version < 11 && chunked() ? error_code(error::bad_transfer_encoding) : error_code();
  }
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& reason) override {
    reason = {};
    if (length) body_bytes_ = std::min(body_bytes_, static_cast<std::size_t>(*length));
  }
  std::size_t on_body_impl(beast::string_view piece, error_code& reason) override {
    reason = {};
    append_growing(request.body, view(piece), body_bytes_);
    return piece.size();
  }
  void on_chunk_header_impl(std::uint64_t, beast::string_view extensions, error_code& reason) override {
    extension_bytes_ = extensions.size();
    reason = {};
  }
  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view piece, error_code& reason) override {
    return on_body_impl(piece, reason);
  }
  void on_finish_impl(error_code& reason) override { reason = {}; }

  const std::size_t metadata_limit_;
  std::size_t metadata_bytes_ = 0;   // of the head, chunk extensions and trailers that have been read
  std::size_t extension_bytes_ = 0;  // of the chunk whose size was read last
  std::size_t fields_ = 0;           // headers and trailers
  std::size_t body_bytes_;           // at most
};

RequestParser::RequestParser(const Limits& limits) : parser_(std::make_unique<Parser>(limits)) {}
RequestParser::~RequestParser() = default;

std::size_t RequestParser::feed(std::string_view input) {
  return parser_->feed(input);
}

RequestParser::State RequestParser::state() const {
  if (parser_->failure) return State::failed;
  if (parser_->is_done()) return State::complete;
  return parser_->is_header_done() ? State::has_head : State::head;
}

ReceivedRequest& RequestParser::request() {
  return parser_->request;
}

std::size_t RequestParser::kept() const {
  return parser_->kept();
}

bool RequestParser::may_chunk() const {
  return parser_->version >= 11;
}

bool RequestParser::keeps_alive() const {
  return parser_->keep_alive();
}

bool RequestParser::has_body() const {
  return !parser_->is_done();
}

Response RequestParser::refusal() const {
  if (parser_->failure == error::body_limit) {
    return text_response(413, "Request body too large (listener.http.requestBytes).");
  }
  if (parser_->has_too_many_fields) {
    return text_response(431, "Too many request headers; at most " + std::to_string(kMaxFields) + " are accepted.");
  }
  if (parser_->failure == error::header_limit) {
    return text_response(431, "Request headers too large (listener.http.headerBytes).");
  }
  const unsigned status = parser_->failure == error::bad_version ? 505 : 400;
  return text_response(status, "Not a valid HTTP request: " + parser_->failure.message());
}

}  // namespace workbench::http
