#include "access/principal_list.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <utility>

#include "access_tokens/access_token_settings.hpp"
#include "access_tokens/token_verifier.hpp"
#include "http-shared/crypto.hpp"
#include "http-shared/file_text.hpp"
#include "http-shared/header_value.hpp"

namespace workbench::http {
namespace {

constexpr std::size_t kDigestBytes = 32;

/// Begins the names of the principals that are recognised by their uid without a list.
constexpr std::string_view kUidPrefix = "uid:";

/// Whether the header Authorization can carry it (RFC 6750, section 2.1).
bool is_bearer_token(std::string_view text) {
  const std::string_view before_padding = text.substr(0, text.find('='));
  const auto is_allowed = [](char c) {
    return is_alphanumeric(c) || std::string_view("-._~+/").find(c) != std::string_view::npos;
  };
  return !before_padding.empty() && std::all_of(before_padding.begin(), before_padding.end(), is_allowed) &&
         text.find_first_not_of('=', before_padding.size()) == std::string_view::npos;
}

Response unauthorized(std::string_view challenge, std::string text) {
  Response response = text_response(401, std::move(text));
  response.headers.add("WWW-Authenticate", std::string(challenge));
  return response;
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

std::optional<std::string_view> find_bearer_token(const std::string* authorization) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view text = authorization == nullptr ? std::string_view() : std::string_view(*authorization);
  if (text.size() <= kScheme.size() || !boost::beast::iequals(text.substr(0, kScheme.size()), kScheme)) return {};
  return text.substr(kScheme.size());
}

/// Reads one entry of the list.
class PrincipalList::EntryReader {
 public:
  EntryReader(const JsonAccess& json, const std::string& source) : json_(json), source_(source) {}

  [[nodiscard]] Result<Entry> read(const JsonMember& member) const {
    const auto members = json_.members(member.value);
    if (!members) return refused(member.key, "must be an object with \"token\" or \"sha256\"");
    if (member.key.empty()) return refused(member.key, "is no name; a principal needs one");
    if (member.key.starts_with(kUidPrefix)) {
      return refused(member.key, "begins with \"uid:\", which names users of a Unix socket; choose another name");
    }
    if (member.key.starts_with(kOAuthPrefix)) {
      return refused(member.key,
                     "begins with \"oauth:\", which names principals of access tokens; choose another name");
    }
    Entry entry;
    Principal principal;
    principal.name = member.key;
    for (const auto& [key, value] : *members) {
      if (key == "toolboxes") {
        principal.toolboxes = names_in(value);
        if (!principal.toolboxes) return refused(member.key, "\"toolboxes\" must be an array of names");
      } else if (key == "scopes") {
        auto scopes = names_in(value);
        // One that is granted nothing could do nothing; whoever writes an empty list may as well mean everything.
        if (!scopes || scopes->empty() || !std::all_of(scopes->begin(), scopes->end(), is_scope)) {
          return refused(member.key, R"("scopes" must be an array of at least one scope, like ["mcp:use"])");
        }
        principal.scopes = *std::move(scopes);
      } else if (key == "uid" && value.kind() == JsonKind::number && !entry.uid) {
        entry.uid = read_uid(value.text());
        if (!entry.uid) return refused(member.key, "\"uid\" must be the number of a user");
      } else if (key == "metrics" && value.kind() == JsonKind::boolean) {
        entry.may_read_metrics = value.text() == "true";
      } else if (const auto wrong = read_text(entry, key, value)) {
        return refused(member.key, *wrong);
      }
    }
    if (!entry.digest && !entry.subject && !entry.uid) {
      return refused(member.key, R"(has neither "token" nor "sha256", "subject" or "uid"; add one)");
    }
    entry.principal = std::make_shared<const Principal>(std::move(principal));
    return entry;
  }

  /// Why `entry` cannot follow `earlier` in the list, if it cannot.
  [[nodiscard]] std::optional<Error> find_conflict(const Entry& entry, const Entry& earlier) const {
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

 private:
  /// Reads a member whose value is a text. What is wrong with it, if anything is.
  [[nodiscard]] std::optional<std::string> read_text(Entry& entry, const std::string& key, const Json& value) const {
    const auto text = json_.characters(value);
    if (key == "token" && text && !entry.digest) {
      if (!is_bearer_token(*text)) {
        return R"("token" may contain letters, digits and -._~+/, and = at the end)";
      }
      entry.digest = sha256(*text);
    } else if (key == "sha256" && text && !entry.digest) {
      entry.digest = decode_hex(*text);
      if (!entry.digest || entry.digest->size() != kDigestBytes) return R"("sha256" must be 64 hexadecimal digits)";
    } else if (key == "subject" && text && !entry.subject) {
      if (text->empty()) return R"("subject" must be that of a client certificate, like "CN=ada,O=Example")";
      entry.subject = *text;
    } else {
      return "has an invalid member \"" + key +
             R"("; write one of "token" and "sha256", a string, or "subject", a string, or "uid", a number, and )"
             R"(optionally "toolboxes", "scopes" and "metrics")";
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::vector<std::string>> names_in(const Json& array) const {
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

  [[nodiscard]] Error refused(const std::string& name, const std::string& what) const {
    return {ErrorKind::invalid_argument, source_ + ": \"" + name + "\" " + what};
  }

  const JsonAccess& json_;
  const std::string& source_;
};

// --- the list ------------------------------------------------------------------------------------------------------

std::unique_ptr<PrincipalList> PrincipalList::load(TokenListSource source, const JsonAccess& json,
                                                   std::vector<OptionError>& errors, std::vector<std::string> others) {
  std::unique_ptr<PrincipalList> list(new PrincipalList(std::move(source), json, std::move(others)));
  auto entries = list->read();
  if (!entries) {
    errors.push_back({list->option(), entries.error().message});
    return nullptr;
  }
  list->entries_ = *std::move(entries);
  return list;
}

Result<void> PrincipalList::reload() {
  auto entries = read();
  if (!entries) return entries.error().within("listener.http." + option());
  const auto keeps = [](const auto& before, const auto& now) { return !before || before == now; };
  for (Entry& entry : *entries) {
    const auto before = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& earlier) {
      return *earlier.principal == *entry.principal && keeps(earlier.digest, entry.digest) &&
             keeps(earlier.subject, entry.subject) && keeps(earlier.uid, entry.uid);
    });
    if (before != entries_.end()) entry.principal = before->principal;
  }
  entries_ = *std::move(entries);
  return {};
}

std::string PrincipalList::option() const {
  return source_.file.empty() ? "tokensVariable" : "tokensFile";
}

Result<std::vector<PrincipalList::Entry>> PrincipalList::read() const {
  if (source_.is_empty()) return std::vector<Entry>{};
  if (!source_.file.empty()) {
    auto text = read_small_file(source_.file);
    if (!text) return text.error();
    return parse(*std::move(text), source_.file);
  }
  const char* variable = std::getenv(source_.variable.c_str());
  if (variable != nullptr) return parse(variable, source_.variable);
  return Error{ErrorKind::invalid_argument, "the environment variable " + source_.variable + " is not set; set it"};
}

Result<std::vector<PrincipalList::Entry>> PrincipalList::parse(std::string text, const std::string& source) const {
  const auto list = json_.checked(std::move(text));
  if (!list) return list.error().within(source);
  const auto members = json_.members(*list);
  if (!members) {
    return Error{ErrorKind::invalid_argument,
                 source + R"(: must be an object like {"NAME": {"token": "...", "toolboxes": ["dev"]}})"};
  }
  const EntryReader reader(json_, source);
  std::vector<Entry> entries;
  for (const JsonMember& member : *members) {
    auto entry = reader.read(member);
    if (!entry) return entry.error();
    if (is_of_others(member.key)) {
      return Error{
          ErrorKind::invalid_argument,
          source + ": \"" + member.key + "\" is how an authenticator names its principals; choose another name"};
    }
    for (const Entry& earlier : entries) {
      if (auto conflict = reader.find_conflict(*entry, earlier)) return *std::move(conflict);
    }
    entries.push_back(*std::move(entry));
  }
  if (entries.empty()) return Error{ErrorKind::invalid_argument, source + ": has no tokens; add one"};
  return entries;
}

std::vector<std::string> PrincipalList::files() const {
  if (source_.file.empty()) return {};
  return {source_.file};
}

// --- requests ------------------------------------------------------------------------------------------------------

std::variant<PrincipalList::PrincipalPtr, PrincipalList::Refusal> PrincipalList::authenticate(
    const Credentials& credentials) const {
  if (accepts_everybody()) return authenticate_without_list(credentials);
  if (const auto token = find_bearer_token(credentials.authorization)) return find_token(*token);
  for (const Entry& entry : entries_) {
    if (credentials.certificate_subject && entry.subject == credentials.certificate_subject) return entry.principal;
  }
  for (const Entry& entry : entries_) {
    if (credentials.uid && entry.uid == credentials.uid) return entry.principal;
  }
  return refuse_without_token(credentials);
}

std::variant<PrincipalList::PrincipalPtr, PrincipalList::Refusal> PrincipalList::find_token(
    std::string_view token) const {
  if (auto principal = find_listed(token)) return principal;
  return Refusal{unauthorized(R"(Bearer realm="mcp-workbench", error="invalid_token")", "Invalid token."),
                 "unknown token"};
}

PrincipalList::PrincipalPtr PrincipalList::find_listed(std::string_view token) const {
  if (entries_.empty()) return nullptr;
  const std::string digest = sha256(token);
  // Compares with all tokens, so that the time does not depend on which one matches.
  const Entry* found = nullptr;
  for (const Entry& entry : entries_) {
    if (entry.digest && equal_in_constant_time(*entry.digest, digest)) found = &entry;
  }
  return found == nullptr ? nullptr : found->principal;
}

PrincipalList::Refusal PrincipalList::refuse_without_token(const Credentials& credentials) const {
  std::string reason = "no token";
  if (credentials.certificate_subject) {
    reason = "certificate not listed: " + *credentials.certificate_subject;
  } else if (credentials.uid) {
    reason = "uid not listed: " + std::to_string(*credentials.uid);
  }
  const bool lists_tokens = !others_.empty() || std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) {
    return entry.digest.has_value();
  });
  if (lists_tokens) {
    return {unauthorized(R"(Bearer realm="mcp-workbench")", "Token required: send Authorization: Bearer TOKEN."),
            std::move(reason)};
  }
  return {text_response(403, "Client not listed: add the subject of its certificate, or its uid, to the tokens file."),
          std::move(reason)};
}

std::variant<PrincipalList::PrincipalPtr, PrincipalList::Refusal> PrincipalList::authenticate_without_list(
    const Credentials& credentials) const {
  if (credentials.certificate_subject) {
    if (!credentials.certificate_subject->empty()) return unlisted(*credentials.certificate_subject);
    return Refusal{text_response(403, "The client certificate has no subject that could name a principal."),
                   "certificate without a subject"};
  }
  if (credentials.uid) return unlisted(std::string(kUidPrefix) + std::to_string(*credentials.uid));
  return anonymous_;
}

PrincipalList::PrincipalPtr PrincipalList::unlisted(const std::string& name) const {
  const auto known = unlisted_.find(name);
  PrincipalPtr principal = known == unlisted_.end() ? nullptr : known->second.lock();
  if (principal != nullptr) return principal;
  std::erase_if(unlisted_, [](const auto& entry) { return entry.second.expired(); });
  Principal named;
  named.name = name;
  principal = std::make_shared<const Principal>(std::move(named));
  unlisted_.emplace(name, principal);
  return principal;
}

bool PrincipalList::is_current(const Principal& principal) const {
  if (accepts_everybody()) return true;
  return is_of_others(principal.name) || find(principal) != nullptr;
}

bool PrincipalList::is_of_others(std::string_view name) const {
  return std::any_of(others_.begin(), others_.end(),
                     [&](const std::string& prefix) { return name.starts_with(prefix); });
}

bool PrincipalList::may_read_metrics(const Principal& principal) const {
  if (accepts_everybody()) return true;
  const Entry* entry = find(principal);
  return entry != nullptr && entry->may_read_metrics;
}

const PrincipalList::Entry* PrincipalList::find(const Principal& principal) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.principal.get() == &principal; });
  return found == entries_.end() ? nullptr : &*found;
}

}  // namespace workbench::http
