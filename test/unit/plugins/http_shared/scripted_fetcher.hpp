#pragma once

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>

#include "http-shared/fetcher.hpp"

namespace workbench::test {

/// Responds as a test says, without a network.
class ScriptedFetcher final : public http::Fetcher {
 public:
  struct Script {
    std::map<std::string, Result<http::FetchResponse>> responses;  ///< by URL; others: 404
    std::map<std::string, bool> hangs;                             ///< URLs that never respond
    std::vector<http::FetchRequest> requests;                      ///< in their order

    [[nodiscard]] std::size_t count(const std::string& url) const {
      return static_cast<std::size_t>(
          std::count_if(requests.begin(), requests.end(), [&](const auto& request) { return request.url == url; }));
    }
  };

  ScriptedFetcher(EventLoop& loop, Script& script) : loop_(loop), script_(script) {}

  std::unique_ptr<EventLoop::Subscription> fetch(http::FetchRequest request, Done done) override {
    const std::string url = request.url;
    script_.requests.push_back(std::move(request));
    auto active = std::make_shared<Done>(std::move(done));
    if (!script_.hangs.contains(url)) {
      loop_.post([this, url, weak = std::weak_ptr(active)] {
        const auto still = weak.lock();
        if (still == nullptr) return;
        const auto found = script_.responses.find(url);
        (*still)(found == script_.responses.end() ? Result<http::FetchResponse>(http::FetchResponse{404, {}, {}})
                                                  : found->second);
      });
    }
    return std::make_unique<Active>(std::move(active));
  }

 private:
  class Active final : public EventLoop::Subscription {
   public:
    explicit Active(std::shared_ptr<Done> done) : done_(std::move(done)) {}

   private:
    const std::shared_ptr<Done> done_;
  };

  EventLoop& loop_;
  Script& script_;
};

}  // namespace workbench::test
