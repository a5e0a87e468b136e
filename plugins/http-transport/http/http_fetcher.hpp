#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <workbench/host.hpp>

#include "http-shared/fetcher.hpp"
#include "http/certificates.hpp"
#include "http/proxy.hpp"

namespace workbench::http::transport {

/// Fetches small documents with libcurl. Each one over a connection of its own, because they are rare. [loop thread]
class HttpFetcher final : public Fetcher {
 public:
  /// `host` must outlive the fetcher and all that it fetches. `trusted`: null: the certificates that the system trusts.
  /// `proxy`: for all hosts except this machine, if it is configured; from the environment, or absent: the proxy that
  /// the environment names for each URL.
  explicit HttpFetcher(Host& host, std::shared_ptr<const Certificates> trusted = nullptr,
                       std::optional<Proxy> proxy = std::nullopt)
      : host_(host), trusted_(std::move(trusted)), proxy_(std::move(proxy)) {}

  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> fetch(FetchRequest request, Done done) override;

 private:
  Host& host_;
  const std::shared_ptr<const Certificates> trusted_;
  const std::optional<Proxy> proxy_;
};

}  // namespace workbench::http::transport
