#include "http/received_head.hpp"

#include <boost/algorithm/string/case_conv.hpp>
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

}  // namespace

unsigned received_status(CURL* transfer) {
  long status = 0;
  ::curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return static_cast<unsigned>(status);
}

ResponseHead received_head(CURL* transfer, const std::string& reason, bool wants_headers) {
  ResponseHead head;
  head.status = received_status(transfer);
  head.reason = reason;
  head.content_type = media_type(header(transfer, "Content-Type"));
  head.content_encoding = media_type(header(transfer, "Content-Encoding"));
  head.session_id = header(transfer, "Mcp-Session-Id");
  head.location = header(transfer, "Location");
  const bool is_challenge = head.status == 401 || head.status == 403;
  if (wants_headers || is_challenge) head.headers = all_headers(transfer);
  return head;
}

}  // namespace workbench::http::transport
