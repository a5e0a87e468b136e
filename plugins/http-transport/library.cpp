#include "library.hpp"

#include <utility>

#include "http-shared/poster.hpp"
#include "http/blocking_poster.hpp"
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

std::unique_ptr<http::Poster> make_poster(http::PostTarget target) {
  return std::make_unique<http::transport::BlockingPoster>(std::move(target));
}

}  // namespace

extern "C" {
/// The names are as in the kFile of each.
[[gnu::visibility("default")]] extern const http::transport::TransportLibrary workbench_http_transport;
const http::transport::TransportLibrary workbench_http_transport{&http::check_server_settings, &make_transport};
[[gnu::visibility("default")]] extern const http::FetcherLibrary workbench_http_fetcher;
const http::FetcherLibrary workbench_http_fetcher{&make_fetcher};
[[gnu::visibility("default")]] extern const http::PosterLibrary workbench_http_poster;
const http::PosterLibrary workbench_http_poster{&make_poster};
}
