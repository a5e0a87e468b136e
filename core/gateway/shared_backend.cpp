#include "gateway/shared_backend.hpp"

namespace workbench::gateway {

void SharedParts::watch_resources(const void* client, const std::set<std::string>& uris) {
  if (uris.empty() && watched_.erase(client) == 0) return;
  if (!uris.empty()) watched_[client] = uris;
  std::set<std::string> all;
  for (const auto& [key, watched] : watched_) all.insert(watched.begin(), watched.end());
  backend_.watch_resources(all);
}

}  // namespace workbench::gateway
