#include "library.hpp"

#include "http/http_fetcher.hpp"
#include "http_transport.hpp"
#include "server_settings.hpp"

namespace {

using namespace workbench;

std::unique_ptr<Transport> make_transport(Host& host, http::transport::FirstProtocol protocol) {
  return std::make_unique<http::HttpTransport>(host, protocol);
}

std::unique_ptr<http::Fetcher> make_fetcher(Host& host) {
  return std::make_unique<http::transport::HttpFetcher>(host);
}

}  // namespace

extern "C" {
/// The names are as in the kFile of each.
[[gnu::visibility("default")]] extern const http::transport::TransportLibrary workbench_http_transport;
const http::transport::TransportLibrary workbench_http_transport{&http::check_server_settings, &make_transport};
[[gnu::visibility("default")]] extern const http::FetcherLibrary workbench_http_fetcher;
const http::FetcherLibrary workbench_http_fetcher{&make_fetcher};
}
