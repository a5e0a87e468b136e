#include "console/console_files.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/zlib/inflate_stream.hpp>
#include <cstddef>
#include <string>
#include <utility>

namespace workbench::http {
namespace {

namespace zlib = boost::beast::zlib;

// The framing of gzip (RFC 1952) without a name: before and after the compressed bytes. The last 4 bytes are the size.
constexpr std::size_t kGzipHead = 10;
constexpr std::size_t kGzipTail = 8;

constexpr const char* kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

std::string media_type(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kTypes{{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
  }};
  const auto* const found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& type) { return name.ends_with(type.first); });
  return found == kTypes.end() ? "application/octet-stream" : std::string(found->second);
}

std::size_t size_of_file(std::span<const unsigned char> gzip) {
  std::size_t size = 0;
  for (std::size_t byte = 1; byte <= 4; ++byte) size = (size << 8U) | gzip[gzip.size() - byte];
  return size;
}

std::string decompressed(std::span<const unsigned char> gzip) {
  std::string text(size_of_file(gzip), '\0');
  zlib::z_params range{};
  range.next_in = gzip.data() + kGzipHead;
  range.avail_in = gzip.size() - kGzipHead - kGzipTail;
  range.next_out = text.data();
  range.avail_out = text.size();
  boost::system::error_code end;
  zlib::inflate_stream().write(range, zlib::Flush::finish, end);
  return text;
}

/// Whether the header Accept-Encoding names gzip, without a weight of 0 (RFC 9110, section 12.5.3).
bool accepts_gzip(const ReceivedRequest& head) {
  const std::string* accepted = head.headers.find("Accept-Encoding");
  if (accepted == nullptr) return false;
  const boost::beast::http::ext_list codings{*accepted};
  return std::any_of(codings.begin(), codings.end(), [](const auto& coding) {
    const auto refused = std::find_if(coding.second.begin(), coding.second.end(), [](const auto& parameter) {
      return parameter.first == "q" && parameter.second.find_first_not_of("0.") == std::string_view::npos;
    });
    return boost::beast::iequals(coding.first, "gzip") && refused == coding.second.end();
  });
}

/// Whether the client has the representation: the names in If-None-Match are compared weakly (section 13.1.2).
bool has_already(const ReceivedRequest& head, const std::string& entity_tag) {
  const std::string* known = head.headers.find("If-None-Match");
  return known != nullptr && (*known == "*" || known->find(entity_tag) != std::string::npos);
}

}  // namespace

Response console_file_response(const ConsoleFile& file, const ReceivedRequest& head) {
  const bool is_compressed = accepts_gzip(head);
  const std::string entity_tag = "\"" + std::string(file.digest) + (is_compressed ? "-gzip\"" : "\"");
  Response response{200,
                    {{"Content-Type", media_type(file.name)},
                     {"Content-Security-Policy", kContentSecurityPolicy},
                     {"X-Content-Type-Options", "nosniff"},
                     {"Referrer-Policy", "no-referrer"},
                     {"Cross-Origin-Opener-Policy", "same-origin"},
                     {"Cross-Origin-Resource-Policy", "same-origin"},
                     {"Cache-Control", "no-cache"},
                     {"Vary", "Accept-Encoding"},
                     {"ETag", entity_tag}},
                    {}};
  if (is_compressed) response.headers.add("Content-Encoding", "gzip");
  if (has_already(head, entity_tag)) {
    response.status = 304;
  } else if (is_compressed) {
    response.body = Message(std::string(file.bytes.begin(), file.bytes.end()));
  } else {
    response.body = Message(decompressed(file.bytes));
  }
  return response;
}

}  // namespace workbench::http
