#include "clients/request_state_signer.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/HMACEngine.h>
#include <Poco/SHA2Engine.h>

#include <charconv>
#include <cstdint>
#include <map>

#include "base/ascii.hpp"
#include "base/secure_random.hpp"
#include "json/reader.hpp"
#include "protocol/compat/input_required.hpp"

namespace workbench::clients {
namespace {

/// Begins with protocol::kRequestStateFamily; the rest is the version of this form.
constexpr std::string_view kPrefix = "mcp-workbench.1.";
static_assert(kPrefix.starts_with(protocol::kRequestStateFamily));
constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kHandleBytes = 16;

/// The properties of the hash that HMACEngine requires.
class Sha256 : public Poco::SHA2Engine {
 public:
  enum { BLOCK_SIZE = 64, DIGEST_SIZE = 32 };
  Sha256() : SHA2Engine(SHA_256) {}
};

/// Appends a part, preceded by its length: no other sequence of parts makes the same text, whatever bytes they have.
void append_part(std::string& text, std::string_view part) {
  text.append(std::to_string(part.size())).append(1, ':').append(part);
}

/// The identity of a request, however its client writes it the second time: its method, and its params in the order
/// of their names, without the members that belong to one sending of it.
std::string essence(std::string_view method, const Json& params) {
  std::map<std::string, std::string_view> members;
  for (json::MemberReader member(params.text()); member.next();) {
    members.emplace(member.key().decoded_for_comparison(), member.value());
  }
  std::erase_if(members,
                [](const auto& member) { return member.first == "_meta" || protocol::is_of_repetition(member.first); });
  std::string text;
  append_part(text, method);
  for (const auto& [name, value] : members) {
    append_part(text, name);
    append_part(text, value);
  }
  return text;
}

/// Takes a time that does not depend on where the two differ.
bool are_equal(std::string_view a, std::string_view b) {
  return Poco::DigestEngine::constantTimeEquals({a.begin(), a.end()}, {b.begin(), b.end()});
}

}  // namespace

RequestStateSigner::RequestStateSigner() : key_(base::random_bytes(kKeyBytes)) {}

RequestStateSigner::SignedState RequestStateSigner::sign(std::string_view method, const Json& params,
                                                         Clock::time_point expiry) const {
  const std::string handle = base::hex(base::random_bytes(kHandleBytes));
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(expiry.time_since_epoch()).count();
  const std::string signed_part = handle + "." + std::to_string(seconds);
  return {handle, std::string(kPrefix) + signed_part + "." + signature(signed_part, method, params)};
}

bool RequestStateSigner::is_ours(std::string_view state) {
  return state.starts_with(kPrefix);
}

RequestStateSigner::Verified RequestStateSigner::verify(std::string_view state, std::string_view method,
                                                        const Json& params, Clock::time_point now) const {
  if (!is_ours(state)) return {};
  state.remove_prefix(kPrefix.size());
  const std::size_t first = state.find('.');
  const std::size_t second = state.rfind('.');
  if (first == std::string_view::npos || second == first) return {};
  const std::string_view signed_part = state.substr(0, second);
  if (!are_equal(state.substr(second + 1), signature(signed_part, method, params))) return {};
  std::int64_t expiry = 0;
  std::from_chars(signed_part.data() + first + 1, signed_part.data() + signed_part.size(), expiry);
  const bool has_expired = now.time_since_epoch() > std::chrono::seconds(expiry);
  return {has_expired ? Verdict::expired : Verdict::valid, std::string(signed_part.substr(0, first))};
}

std::string RequestStateSigner::signature(std::string_view handle_and_expiry, std::string_view method,
                                          const Json& params) const {
  Poco::HMACEngine<Sha256> engine(key_.data(), key_.size());
  engine.update(handle_and_expiry.data(), handle_and_expiry.size());
  const std::string what = "\n" + essence(method, params);
  engine.update(what.data(), what.size());
  return Poco::DigestEngine::digestToHex(engine.digest());
}

}  // namespace workbench::clients
