#include "access/refusal_limit.hpp"

#include <utility>

#include "access/quota.hpp"

namespace workbench::http {

bool RefusalLimit::admit(std::string_view address) {
  std::string group = address_group(address);
  const auto known = peers_.find(group);
  if (known == peers_.end() && lines_ == kLines) {
    ++unlogged_others_;
    return false;
  }
  Peer& peer = known == peers_.end() ? peers_[std::move(group)] : known->second;
  if (peer.lines == kPeerLines || lines_ == kLines) {
    peer.unlogged.address = address;
    ++peer.unlogged.count;
    return false;
  }
  ++peer.lines;
  ++lines_;
  return true;
}

std::vector<RefusalLimit::Unlogged> RefusalLimit::end_period() {
  std::vector<Unlogged> unlogged;
  for (auto& [group, peer] : std::exchange(peers_, {})) {
    if (peer.unlogged.count > 0) unlogged.push_back(std::move(peer.unlogged));
  }
  if (unlogged_others_ > 0) unlogged.push_back({{}, std::exchange(unlogged_others_, 0)});
  lines_ = 0;
  return unlogged;
}

}  // namespace workbench::http
