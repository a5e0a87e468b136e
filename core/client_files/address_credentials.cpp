#include "client_files/address_credentials.hpp"

#include <Poco/Base64Encoder.h>
#include <Poco/Exception.h>
#include <Poco/URI.h>

#include <algorithm>
#include <cstddef>
#include <sstream>

namespace workbench::client_files {
namespace {

/// As it is written if a percent sign begins no escape.
std::string percent_decoded(const std::string& text) {
  std::string decoded;
  try {
    Poco::URI::decode(text, decoded);
  } catch (const Poco::Exception&) {
    return text;
  }
  return decoded;
}

std::string base64_of(const std::string& bytes) {
  std::ostringstream text;
  Poco::Base64Encoder encoder(text);
  encoder.rdbuf()->setLineLength(0);
  encoder << bytes;
  encoder.close();
  return std::move(text).str();
}

}  // namespace

std::optional<std::string> take_credentials(std::string& url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string::npos) return std::nullopt;
  const std::size_t begin = scheme + 3;
  const std::size_t end = std::min(url.find_first_of("/?#", begin), url.size());
  const std::size_t sign = url.rfind('@', end);
  const bool is_there = sign != std::string::npos && sign >= begin && sign < end;
  if (!is_there || url.find("${") < sign) return std::nullopt;
  const std::string credentials = percent_decoded(url.substr(begin, sign - begin));
  url.erase(begin, sign + 1 - begin);
  return "Basic " + base64_of(credentials);
}

}  // namespace workbench::client_files
