#pragma once

#include <memory>

#include <workbench/host.hpp>

#include "shared/fetcher.hpp"

namespace workbench::http::transport {

/// Fetches small documents with libcurl, by the proxy of the environment. Each one over a connection of its own,
/// because they are rare. [loop thread]
class HttpFetcher final : public Fetcher {
 public:
  /// `host` must outlive the fetcher and all that it fetches.
  explicit HttpFetcher(Host& host) : host_(host) {}

  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> fetch(FetchRequest request, Done done) override;

 private:
  Host& host_;
};

}  // namespace workbench::http::transport
