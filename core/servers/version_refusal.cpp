#include "servers/version_refusal.hpp"

#include <algorithm>
#include <string_view>
#include <variant>

#include "base/ascii.hpp"

namespace workbench::servers {
namespace {

using protocol::Revision;

constexpr std::size_t kNameSize = std::string_view("2025-11-25").size();

/// All that the server says: the message, and the whole error with its `data`.
std::string words_of(const Response& refusal) {
  const auto* error = std::get_if<PeerError>(&refusal);
  return error == nullptr ? as_error(refusal).message : std::string(error->object.text());
}

bool was_asked(const std::vector<Revision>& revisions, Revision revision) {
  return std::find(revisions.begin(), revisions.end(), revision) != revisions.end();
}

/// Whether `words` has the name of any revision, known or not, but for those that were asked for.
bool names_another(std::string_view words, const std::vector<Revision>& asked_for) {
  for (std::size_t at = 0; at + kNameSize <= words.size(); ++at) {
    const std::string_view name = words.substr(at, kNameSize);
    if (name == protocol::name_of(protocol::kModernRevision)) return true;
    const auto revision = protocol::spoken_for(name);
    if (revision && !was_asked(asked_for, *revision)) return true;
  }
  return false;
}

std::optional<Revision> newest_named(std::string_view words, const std::vector<Revision>& asked_for) {
  std::optional<Revision> newest;
  for (std::size_t at = 0; at + kNameSize <= words.size(); ++at) {
    const auto revision = protocol::spoken_for(words.substr(at, kNameSize));
    if (revision && !was_asked(asked_for, *revision) && (!newest || *newest < *revision)) newest = revision;
  }
  return newest;
}

}  // namespace

std::optional<Revision> next_revision(const Response& refusal, const std::vector<Revision>& asked_for) {
  if (const auto* error = std::get_if<Error>(&refusal); error != nullptr && error->kind != ErrorKind::protocol) {
    return std::nullopt;
  }
  const std::string words = words_of(refusal);
  if (names_another(words, asked_for)) return newest_named(words, asked_for);
  if (base::ascii_lower(words).find("version") == std::string::npos) return std::nullopt;
  std::optional<Revision> next;
  for (const Revision revision : protocol::kLegacyRevisions) {
    if (revision < asked_for.back() && !was_asked(asked_for, revision)) next = revision;
  }
  return next;
}

}  // namespace workbench::servers
