#include "listener/access/refusal_limit.hpp"

#include <utility>

#include "listener/access/quota.hpp"

namespace workbench::http {

bool RefusalLimit::admit(std::string_view address) {
  std::string group = address_group(address);
  const auto known = peers_.find(group);
  if (known == peers_.end() && lines_ == kLines) {
    ++unlisted_others_;
    return false;
  }
  Peer& peer = known == peers_.end() ? peers_[std::move(group)] : known->second;
  if (peer.lines == kPeerLines || lines_ == kLines) {
    peer.unlisted.address = address;
    ++peer.unlisted.count;
    return false;
  }
  ++peer.lines;
  ++lines_;
  return true;
}

std::vector<RefusalLimit::Unlisted> RefusalLimit::end_period() {
  std::vector<Unlisted> unlisted;
  for (auto& [group, peer] : std::exchange(peers_, {})) {
    if (peer.unlisted.count > 0) unlisted.push_back(std::move(peer.unlisted));
  }
  if (unlisted_others_ > 0) unlisted.push_back({{}, std::exchange(unlisted_others_, 0)});
  lines_ = 0;
  return unlisted;
}

}  // namespace workbench::http
