#include "gateway/requests/resource_links.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

/// The URI that a block of content names. Empty: none.
std::string uri_in(const Json& block) {
  const std::string type = json::member_characters(block, "type");
  if (type == "resource_link") return json::member_characters(block, "uri");
  return type == "resource" ? json::member_characters(json::member(block, "resource"), "uri") : std::string();
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
    std::string uri = uri_in(block);
    if (!uri.empty() && uri.size() <= kMaxUriBytes) add(named_[origin], std::move(uri));
  }
}

void ResourceLinks::add(Named& named, std::string uri) {
  const auto [place, is_new] = named.uris.insert(std::move(uri));
  if (!is_new) return;
  named.oldest.push_back(place);
  named.bytes += place->size();
  while (named.oldest.size() > kMaxLinks || named.bytes > kMaxBytes) {
    named.bytes -= named.oldest.front()->size();
    named.uris.erase(named.oldest.front());
    named.oldest.pop_front();
  }
}

bool ResourceLinks::has(const Origin& origin, const std::string& uri) const {
  const auto found = named_.find(origin);
  return found != named_.end() && found->second.uris.count(uri) > 0;
}

}  // namespace workbench::gateway
