#include "gateway/resource_links.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

std::string text_of(const Json& object, std::string_view member) {
  return json::characters(json::member(object, member));
}

/// The URI that a block of content names. Empty: none.
std::string uri_in(const Json& block) {
  const std::string type = text_of(block, "type");
  if (type == "resource_link") return text_of(block, "uri");
  return type == "resource" ? text_of(json::member(block, "resource"), "uri") : std::string();
}

}  // namespace

// Most results name no resource, and are not looked into: a type may be escaped in JSON, but no server writes it so.
void ResourceLinks::learn(const Origin& origin, const Json& result) {
  if (result.text().find("\"resource") == std::string_view::npos) return;
  std::vector<Json> blocks = json::elements(json::member(result, "content"));
  for (const Json& message : json::elements(json::member(result, "messages"))) {
    blocks.push_back(json::member(message, "content"));
  }
  for (const Json& block : blocks) {
    if (std::string uri = uri_in(block); !uri.empty()) add(origin, std::move(uri));
  }
}

void ResourceLinks::add(const Origin& origin, std::string uri) {
  if (uri.size() > kMaxUriBytes) return;
  const auto [place, is_new] = origins_.insert_or_assign(std::move(uri), origin);
  if (!is_new) return;
  oldest_.push_back(place);
  bytes_ += place->first.size();
  while (oldest_.size() > kMaxLinks || bytes_ > kMaxBytes) {
    bytes_ -= oldest_.front()->first.size();
    origins_.erase(oldest_.front());
    oldest_.pop_front();
  }
}

std::optional<ResourceLinks::Origin> ResourceLinks::find(const std::string& uri) const {
  const auto found = origins_.find(uri);
  if (found == origins_.end()) return std::nullopt;
  return found->second;
}

}  // namespace workbench::gateway
