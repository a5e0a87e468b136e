#include "gateway/shared_backend.hpp"

namespace workbench::gateway {

void WatchedResources::set(const void* client, const std::set<std::string>& uris) {
  by_client_[client] = uris;
  tell();
}

void WatchedResources::forget(const void* client) {
  if (by_client_.erase(client) > 0) tell();
}

void WatchedResources::tell() const {
  std::set<std::string> all;
  for (const auto& [client, uris] : by_client_) all.insert(uris.begin(), uris.end());
  offer_.watch_resources(all);
}

}  // namespace workbench::gateway
