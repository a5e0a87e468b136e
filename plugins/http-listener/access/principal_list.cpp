#include "access/principal_list.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <cstdlib>
#include <utility>

#include "http-shared/crypto.hpp"
#include "http-shared/file_text.hpp"

namespace workbench::http {
namespace {

Response unauthorized(std::string_view challenge, std::string text) {
  Response response = text_response(401, std::move(text));
  response.headers.add("WWW-Authenticate", std::string(challenge));
  return response;
}

}  // namespace

std::optional<std::string_view> find_bearer_token(const std::string* authorization) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view text = authorization == nullptr ? std::string_view() : std::string_view(*authorization);
  if (text.size() <= kScheme.size() || !boost::beast::iequals(text.substr(0, kScheme.size()), kScheme)) return {};
  return text.substr(kScheme.size());
}

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
  for (PrincipalEntry& entry : *entries) {
    const auto before = std::find_if(entries_.begin(), entries_.end(), [&](const PrincipalEntry& earlier) {
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

Result<std::vector<PrincipalEntry>> PrincipalList::read() const {
  if (source_.is_empty()) return std::vector<PrincipalEntry>{};
  if (!source_.file.empty()) {
    auto text = read_small_file(source_.file);
    if (!text) return text.error();
    return parse(*std::move(text), source_.file);
  }
  const char* variable = std::getenv(source_.variable.c_str());
  if (variable != nullptr) return parse(variable, source_.variable);
  return Error{ErrorKind::invalid_argument, "the environment variable " + source_.variable + " is not set; set it"};
}

Result<std::vector<PrincipalEntry>> PrincipalList::parse(std::string text, const std::string& source) const {
  const auto list = json_.checked(std::move(text));
  if (!list) return list.error().within(source);
  const auto members = json_.members(*list);
  if (!members) {
    return Error{ErrorKind::invalid_argument,
                 source + R"(: must be an object like {"NAME": {"token": "...", "toolboxes": ["dev"]}})"};
  }
  const PrincipalEntryReader reader(json_, source);
  std::vector<PrincipalEntry> entries;
  for (const JsonMember& member : *members) {
    auto entry = reader.read(member);
    if (!entry) return entry.error();
    if (is_of_others(member.key)) {
      return Error{
          ErrorKind::invalid_argument,
          source + ": \"" + member.key + "\" is how an authenticator names its principals; choose another name"};
    }
    for (const PrincipalEntry& earlier : entries) {
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
  for (const PrincipalEntry& entry : entries_) {
    if (credentials.certificate_subject && entry.subject == credentials.certificate_subject) return entry.principal;
  }
  for (const PrincipalEntry& entry : entries_) {
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
  const PrincipalEntry* found = nullptr;
  for (const PrincipalEntry& entry : entries_) {
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
  const bool lists_tokens =
      !others_.empty() || std::any_of(entries_.begin(), entries_.end(),
                                      [](const PrincipalEntry& entry) { return entry.digest.has_value(); });
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
  const PrincipalEntry* entry = find(principal);
  return entry != nullptr && entry->may_read_metrics;
}

OperatorView PrincipalList::console_view(const Principal& principal) const {
  const PrincipalEntry* entry = find(principal);
  return entry == nullptr ? OperatorView::none : entry->console;
}

const PrincipalEntry* PrincipalList::find(const Principal& principal) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const PrincipalEntry& entry) { return entry.principal.get() == &principal; });
  return found == entries_.end() ? nullptr : &*found;
}

}  // namespace workbench::http
