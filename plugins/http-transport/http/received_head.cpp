#include "http/received_head.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <locale>
#include <string_view>

namespace workbench::http::transport {
namespace {

/// The media type in lower case, without parameters.
std::string media_type(std::string_view content_type) {
  std::string type(content_type.substr(0, content_type.find(';')));
  boost::algorithm::trim(type, std::locale::classic());
  boost::algorithm::to_lower(type, std::locale::classic());
  return type;
}

/// The value of a header of the final response; empty: the response does not have it.
std::string header(CURL* transfer, const char* name) {
  curl_header* found = nullptr;
  const CURLHcode result = ::curl_easy_header(transfer, name, 0, CURLH_HEADER, -1, &found);
  return result == CURLHE_OK ? found->value : "";
}

HeaderList all_headers(CURL* transfer) {
  HeaderList headers;
  const curl_header* one = nullptr;
  while ((one = ::curl_easy_nextheader(transfer, CURLH_HEADER, -1, const_cast<curl_header*>(one))) != nullptr) {
    headers.emplace_back(one->name, one->value);
  }
  return headers;
}

/// What a line says of a body.
enum class Codings { not_named, identity_alone, compress, none_that_compresses };

Codings coding_of(std::string_view name) {
  constexpr std::array<std::string_view, 7> kCompress{"gzip", "x-gzip",   "deflate",   "br",
                                                      "zstd", "compress", "x-compress"};
  std::string coding(name);
  boost::algorithm::trim(coding, std::locale::classic());
  boost::algorithm::to_lower(coding, std::locale::classic());
  if (coding.empty()) return Codings::not_named;
  if (coding == "identity") return Codings::identity_alone;
  return std::find(kCompress.begin(), kCompress.end(), coding) != kCompress.end() ? Codings::compress
                                                                                  : Codings::none_that_compresses;
}

Codings codings_of(std::string_view header_line) {
  constexpr std::string_view kName = "content-encoding:";
  if (!boost::algorithm::istarts_with(header_line, kName, std::locale::classic())) return Codings::not_named;
  Codings all = Codings::not_named;
  for (std::string_view rest = header_line.substr(kName.size()); !rest.empty();) {
    const std::size_t size = std::min(rest.find(','), rest.size());
    const Codings one = coding_of(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
    if (one == Codings::compress) return one;
    all = std::max(all, one);
  }
  return all;
}

}  // namespace

unsigned received_status(CURL* transfer) {
  long status = 0;
  ::curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return static_cast<unsigned>(status);
}

std::string received_content_coding(CURL* transfer) {
  return header(transfer, "Content-Encoding");
}

bool names_no_compression(std::string_view header_line) {
  return codings_of(header_line) == Codings::none_that_compresses;
}

bool names_compression(std::string_view header_line) {
  return codings_of(header_line) == Codings::compress;
}

ResponseHead received_head(CURL* transfer, const std::string& reason, bool wants_headers) {
  ResponseHead head;
  head.status = received_status(transfer);
  head.reason = reason;
  head.content_type = media_type(header(transfer, "Content-Type"));
  head.content_coding = media_type(header(transfer, "Content-Encoding"));
  head.session_id = header(transfer, "Mcp-Session-Id");
  head.location = header(transfer, "Location");
  head.retry_after = header(transfer, "Retry-After");
  const bool is_challenge = head.status == 401 || head.status == 403;
  if (wants_headers || is_challenge) head.headers = all_headers(transfer);
  return head;
}

}  // namespace workbench::http::transport
