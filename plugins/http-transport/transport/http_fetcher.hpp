#pragma once

#include <memory>
#include <utility>

#include <workbench/host.hpp>

#include "shared/fetcher.hpp"
#include "transport/certificates.hpp"

namespace workbench::http::transport {

/// Fetches small documents with libcurl, by the proxy of the environment. Each one over a connection of its own,
/// because they are rare. [loop thread]
class HttpFetcher final : public Fetcher {
 public:
  /// `host` must outlive the fetcher and all that it fetches. `trusted`: null: the certificates that the system trusts.
  explicit HttpFetcher(Host& host, std::shared_ptr<const Certificates> trusted = nullptr)
      : host_(host), trusted_(std::move(trusted)) {}

  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> fetch(FetchRequest request, Done done) override;

 private:
  Host& host_;
  const std::shared_ptr<const Certificates> trusted_;
};

}  // namespace workbench::http::transport
