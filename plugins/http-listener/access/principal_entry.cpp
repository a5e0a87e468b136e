#include "access/principal_entry.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <limits>
#include <utility>

#include "access_tokens/access_token_settings.hpp"
#include "access_tokens/token_verifier.hpp"
#include "http-shared/crypto.hpp"
#include "http-shared/header_value.hpp"

namespace workbench::http {
namespace {

constexpr std::size_t kDigestBytes = 32;

constexpr std::string_view kIsPublic =
    "has the token of a sample, which is public; write another one in its place (mcp-workbench token)";

/// Whether the header Authorization can carry it (RFC 6750, section 2.1).
bool is_bearer_token(std::string_view text) {
  const std::string_view before_padding = text.substr(0, text.find('='));
  const auto is_allowed = [](char c) {
    return is_alphanumeric(c) || std::string_view("-._~+/").find(c) != std::string_view::npos;
  };
  return !before_padding.empty() && std::all_of(before_padding.begin(), before_padding.end(), is_allowed) &&
         text.find_first_not_of('=', before_padding.size()) == std::string_view::npos;
}

/// Whether it is what our examples have in the place of a token, or what people write there for the time being.
bool is_sample_token(std::string_view text) {
  constexpr std::array<std::string_view, 5> kSamples{"TOKEN", "changeme", "change-me", "your-token", "your-token-here"};
  return text.starts_with("replace-this") || std::find(kSamples.begin(), kSamples.end(), text) != kSamples.end();
}

/// Whether a token of our examples, which are public, has this digest.
bool is_digest_of_sample(std::string_view digest) {
  constexpr std::array<std::string_view, 2> kSamples{"replace-this-by-a-long-random-text",
                                                     "replace-this-too-by-a-long-random-text"};
  return std::any_of(kSamples.begin(), kSamples.end(),
                     [&](std::string_view sample) { return sha256(sample) == digest; });
}

std::optional<uid_t> read_uid(std::string_view digits) {
  uid_t uid = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), uid);
  // The largest number means "no user" in the system's calls.
  if (error != std::errc() || end != digits.data() + digits.size() || uid == std::numeric_limits<uid_t>::max()) {
    return std::nullopt;
  }
  return uid;
}

}  // namespace

Result<PrincipalEntry> PrincipalEntryReader::read(const JsonMember& member) const {
  const auto members = json_.members(member.value);
  if (!members) return refused(member.key, "must be an object with \"token\" or \"sha256\"");
  if (auto wrong = check_name(member.key)) return *std::move(wrong);
  PrincipalEntry entry;
  Principal principal;
  principal.name = member.key;
  for (const auto& [key, value] : *members) {
    if (const auto wrong = read_member(entry, principal, key, value)) return refused(member.key, *wrong);
  }
  if (!entry.digest && !entry.subject && !entry.uid) {
    return refused(member.key, R"(has neither "token" nor "sha256", "subject" or "uid"; add one)");
  }
  entry.principal = std::make_shared<const Principal>(std::move(principal));
  return entry;
}

std::optional<Error> PrincipalEntryReader::check_name(const std::string& name) const {
  if (name.empty()) return refused(name, "is not a name; a principal needs one");
  if (name.starts_with(kUidPrefix)) {
    return refused(name, "begins with \"uid:\", which names users of a Unix socket; choose another name");
  }
  if (name.starts_with(kOAuthPrefix)) {
    return refused(name, "begins with \"oauth:\", which names principals of access tokens; choose another name");
  }
  return std::nullopt;
}

/// The error of the member, if it has one.
std::optional<std::string> PrincipalEntryReader::read_member(PrincipalEntry& entry, Principal& principal,
                                                             const std::string& key, const Json& value) const {
  if (key == "toolboxes") {
    principal.toolboxes = names_in(value);
    if (!principal.toolboxes) return "\"toolboxes\" must be an array of names";
  } else if (key == "scopes") {
    auto scopes = names_in(value);
    // A principal without scopes could do nothing; an empty list may as well be meant as "all".
    if (!scopes || scopes->empty() || !std::all_of(scopes->begin(), scopes->end(), is_scope)) {
      return R"("scopes" must be an array of at least one scope, like ["mcp:use"])";
    }
    principal.scopes = *std::move(scopes);
  } else if (key == "uid" && value.kind() == JsonKind::number && !entry.uid) {
    entry.uid = read_uid(value.text());
    if (!entry.uid) return "\"uid\" must be the number of a user";
  } else if (key == "metrics" && value.kind() == JsonKind::boolean) {
    entry.may_read_metrics = value.text() == "true";
  } else if (key == "console") {
    return read_console(entry, value);
  } else {
    return read_text(entry, key, value);
  }
  return std::nullopt;
}

/// The same for what it may see in the console.
std::optional<std::string> PrincipalEntryReader::read_console(PrincipalEntry& entry, const Json& value) const {
  const auto text = json_.characters(value);
  if (text && *text == "own") {
    entry.console = OperatorView::own;
  } else if (text && *text == "all") {
    entry.console = OperatorView::everything;
  } else {
    return R"("console" must be "own" (what belongs to it) or "all")";
  }
  return std::nullopt;
}

/// The same for a member whose value is a text.
std::optional<std::string> PrincipalEntryReader::read_text(PrincipalEntry& entry, const std::string& key,
                                                           const Json& value) const {
  const auto text = json_.characters(value);
  if (key == "token" && text && !entry.digest) {
    if (!is_bearer_token(*text)) {
      return R"("token" may contain letters, digits and -._~+/, and = at the end)";
    }
    if (is_sample_token(*text)) return std::string(kIsPublic);
    entry.digest = sha256(*text);
  } else if (key == "sha256" && text && !entry.digest) {
    entry.digest = decode_hex(*text);
    if (!entry.digest || entry.digest->size() != kDigestBytes) return R"("sha256" must be 64 hexadecimal digits)";
    if (is_digest_of_sample(*entry.digest)) return std::string(kIsPublic);
  } else if (key == "subject" && text && !entry.subject) {
    if (text->empty()) return R"("subject" must be the subject of a client certificate, like "CN=ada,O=Example")";
    entry.subject = *text;
  } else {
    return "has an invalid member \"" + key +
           R"("; write one of "token" and "sha256", a string, or "subject", a string, or "uid", a number, and )"
           R"(optionally "toolboxes", "scopes", "metrics" and "console")";
  }
  return std::nullopt;
}

std::optional<Error> PrincipalEntryReader::find_conflict(const PrincipalEntry& entry,
                                                         const PrincipalEntry& earlier) const {
  const std::string& name = entry.principal->name;
  const std::string& other = earlier.principal->name;
  if (name == other) return refused(name, "occurs twice; give each token its own name");
  const auto shared = [&](const std::string& what) {
    return refused(name, "has the same " + what + " as \"" + other + "\"; give each its own " + what);
  };
  if (entry.digest && entry.digest == earlier.digest) return shared("token");
  if (entry.subject && entry.subject == earlier.subject) return shared("subject");
  if (entry.uid && entry.uid == earlier.uid) return shared("uid");
  return std::nullopt;
}

std::optional<std::vector<std::string>> PrincipalEntryReader::names_in(const Json& array) const {
  const auto elements = json_.elements(array);
  if (!elements) return std::nullopt;
  std::vector<std::string> names;
  for (const Json& element : *elements) {
    auto name = json_.characters(element);
    if (!name) return std::nullopt;
    names.push_back(*std::move(name));
  }
  return names;
}

Error PrincipalEntryReader::refused(const std::string& name, const std::string& what) const {
  return {ErrorKind::invalid_argument, source_ + ": \"" + name + "\" " + what};
}

}  // namespace workbench::http
