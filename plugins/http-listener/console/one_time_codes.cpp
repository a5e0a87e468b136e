#include "console/one_time_codes.hpp"

#include "http-shared/crypto.hpp"

namespace workbench::http {
namespace {

constexpr std::size_t kCodeBytes = 16;

}  // namespace

std::string OneTimeCodes::make(Clock::time_point now) {
  drop_expired(now);
  std::string code = random_hex(kCodeBytes);
  if (codes_.size() == kMax) codes_.pop_front();
  codes_.push_back({sha256(code), now + kLifetime});
  return code;
}

bool OneTimeCodes::redeem(std::string_view code, Clock::time_point now) {
  drop_expired(now);
  const std::string digest = sha256(code);
  auto found = codes_.end();
  for (auto one = codes_.begin(); one != codes_.end(); ++one) {
    if (equal_in_constant_time(one->digest, digest)) found = one;
  }
  if (found == codes_.end()) return false;
  codes_.erase(found);
  return true;
}

void OneTimeCodes::drop_expired(Clock::time_point now) {
  while (!codes_.empty() && codes_.front().end <= now) codes_.pop_front();
}

}  // namespace workbench::http
