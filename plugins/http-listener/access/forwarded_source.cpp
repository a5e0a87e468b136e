#include "access/forwarded_source.hpp"

#include <boost/beast/core/string.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/proxy_headers.hpp"

namespace workbench::http {
namespace {

std::vector<std::string_view> lines_of(const Headers& headers, std::string_view name) {
  std::vector<std::string_view> lines;
  for (const auto& [own_name, value] : headers) {
    if (boost::beast::iequals(own_name, name)) lines.emplace_back(value);
  }
  return lines;
}

}  // namespace

// Only one kind of header is read, because a proxy passes the other kind on as the client has sent it.
void apply_proxy_headers(ReceivedRequest& head, const ListenerSettings& settings, Host& host) {
  const ProxyHeaders said =
      settings.reads_forwarded
          ? read_forwarded(lines_of(head.headers, "Forwarded"), settings.trusted_proxies)
          : read_x_forwarded({lines_of(head.headers, "X-Forwarded-For"), lines_of(head.headers, "X-Forwarded-Proto"),
                              lines_of(head.headers, "X-Forwarded-Host")},
                             settings.trusted_proxies);
  if (!said.problem.empty()) {
    host.log(LogLevel::debug, "listener 'http'", "ignored what a trusted proxy forwarded: " + said.problem);
    return;
  }
  RequestSource source = *head.source;
  if (said.client) source.address = said.client->text();
  if (!said.scheme.empty()) source.is_secure = said.scheme == "https";
  if (!said.host.empty() && head.headers.count("Host") <= 1) {  // a request with several is refused
    const std::string* received = head.headers.find("Host");
    if (received != nullptr) source.replaced_host = *received;
    head.headers.replace("Host", said.host);
  }
  head.source = std::make_shared<const RequestSource>(std::move(source));
}

}  // namespace workbench::http
