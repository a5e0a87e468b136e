#include "library.hpp"

#include <utility>

#include "http_listener.hpp"

namespace {

using namespace workbench;

std::unique_ptr<Listener> make_listener(const Options& options, Host& host, std::unique_ptr<http::Fetcher> fetcher) {
  return std::make_unique<http::HttpListener>(options, host, std::move(fetcher));
}

}  // namespace

extern "C" {
/// Its name is in ListenerLibrary::kFile.
[[gnu::visibility("default")]] extern const http::ListenerLibrary workbench_http_listener;
const http::ListenerLibrary workbench_http_listener{&http::HttpListener::check, &make_listener};
}
