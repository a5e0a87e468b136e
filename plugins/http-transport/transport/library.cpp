#include "transport/library.hpp"

#include "transport/http_fetcher.hpp"
#include "transport/http_transport.hpp"
#include "transport/server_address.hpp"

namespace {

using namespace workbench;

std::unique_ptr<Transport> make_transport(Host& host) {
  return std::make_unique<http::HttpTransport>(host);
}

std::unique_ptr<http::Fetcher> make_fetcher(Host& host) {
  return std::make_unique<http::transport::HttpFetcher>(host);
}

}  // namespace

extern "C" {
/// Its name is in Library::kFile.
[[gnu::visibility("default")]] extern const http::transport::Library workbench_http_client;
const http::transport::Library workbench_http_client{&http::transport::check_server_address, &make_transport,
                                                     &make_fetcher};
}
