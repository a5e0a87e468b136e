#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/options.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

#include "access/principal_entry.hpp"
#include "http/http_message.hpp"

namespace workbench::http {

/// The data of a request and its connection about the source of the request.
struct Credentials {
  const std::string* authorization = nullptr;      ///< the header; null: there is none, or there are several
  std::optional<std::string> certificate_subject;  ///< of the client's verified certificate, as in RFC 2253
  std::optional<uid_t> uid;                        ///< of the peer's process, of Unix sockets only
};

/// Where the list of tokens is: at most one of the two. Both empty: there is none.
struct TokenListSource {
  std::string file;
  std::string variable;  ///< of the environment

  [[nodiscard]] bool is_empty() const { return file.empty() && variable.empty(); }
};

/// The token in the header Authorization (null: there is none). Absent: it has another scheme, or nothing follows.
[[nodiscard]] std::optional<std::string_view> find_bearer_token(const std::string* authorization);

/// Decides which principal a request comes from. The workbench trusts the decision. [loop thread]
///
/// The list of tokens is a JSON object. A key names a principal; its value has at least one way to recognise it, and
/// what it may do:
///
///     {"ci":  {"token": "...", "toolboxes": ["build"]},
///      "ada": {"sha256": "9f86d0...", "subject": "CN=ada,O=Example", "metrics": true},
///      "bot": {"uid": 1000, "scopes": ["mcp:use"], "console": "own"}}
///
/// `token`: its bearer token, or `sha256`: the token's SHA-256 in hexadecimal digits. `subject`: of its client
/// certificate, as in RFC 2253 and in UTF-8. `uid`: of its process, at a Unix socket. `toolboxes`: those that it may
/// open; without them, it may open all. `scopes`: what it is granted, as an access token grants it; without them,
/// everything. `metrics`: whether it may read /metrics. `console`: what it sees in the console, "own" (what belongs to
/// it) or "all"; without it, the console refuses it.
///
/// Without a list, and without another way to recognise tokens, every client is accepted: with a client certificate as
/// a principal that its subject names, else at a Unix socket as `uid:NUMBER` (a name that a list cannot contain), else
/// as the anonymous principal.
class PrincipalList {
 public:
  using PrincipalPtr = std::shared_ptr<const Principal>;

  struct Refusal {
    Response response;   ///< 401 with `WWW-Authenticate` (RFC 6750, section 3), or 403 where no token would help
    std::string reason;  ///< for the log: "no token", "unknown token", "certificate not listed: CN=eve"; never a token
  };

  /// Reads the list. Null: `errors` has one more, with its option (`tokensFile` or `tokensVariable`) and what to do; it
  /// names the entry, and never a token. `json` must outlive the list.
  /// `others`: how the names of principals begin that are recognised elsewhere, so that no client enters without
  /// credentials, and no entry may have such a name.
  [[nodiscard]] static std::unique_ptr<PrincipalList> load(TokenListSource source, const JsonAccess& json,
                                                           std::vector<OptionError>& errors,
                                                           std::vector<std::string> others = {});

  /// The principal, or the refusal. Returns the same object for the same principal until a reload() changes it. A
  /// bearer token counts before a certificate, and a certificate before a uid; an unknown token is refused whatever
  /// else the client has.
  [[nodiscard]] std::variant<PrincipalPtr, Refusal> authenticate(const Credentials& credentials) const;

  /// The principal whose token in the list this is; null: it is in no entry.
  [[nodiscard]] PrincipalPtr find_listed(std::string_view token) const;

  /// Reads the list again. On an error, which names the option and the remedy, everything stays as it was. A
  /// principal stays the same object if its toolboxes and scopes are the same and nothing by which it was recognised
  /// has been taken away; is_current() is false for all others from then on, and their requests should end.
  [[nodiscard]] Result<void> reload();

  /// Whether authenticate() could still return this object.
  [[nodiscard]] bool is_current(const Principal& principal) const;

  /// Whether it may read /metrics: according to the list; without a list, every client may.
  [[nodiscard]] bool may_read_metrics(const Principal& principal) const;

  /// What it may see in the console, according to the list. none: it may not use it, or is not in the list.
  [[nodiscard]] OperatorView console_view(const Principal& principal) const;

  [[nodiscard]] const std::vector<PrincipalEntry>& entries() const { return entries_; }

  /// The files that it reads, to be watched for changes.
  [[nodiscard]] std::vector<std::string> files() const;

 private:
  PrincipalList(TokenListSource source, const JsonAccess& json, std::vector<std::string> others)
      : source_(std::move(source)), others_(std::move(others)), json_(json) {}

  [[nodiscard]] bool accepts_everybody() const { return source_.is_empty() && others_.empty(); }
  [[nodiscard]] bool is_of_others(std::string_view name) const;
  [[nodiscard]] std::string option() const;
  [[nodiscard]] Result<std::vector<PrincipalEntry>> read() const;
  [[nodiscard]] Result<std::vector<PrincipalEntry>> parse(std::string text, const std::string& source) const;
  [[nodiscard]] std::variant<PrincipalPtr, Refusal> find_token(std::string_view token) const;
  [[nodiscard]] Refusal refuse_without_token(const Credentials& credentials) const;
  [[nodiscard]] std::variant<PrincipalPtr, Refusal> authenticate_without_list(const Credentials& credentials) const;
  [[nodiscard]] PrincipalPtr unlisted(const std::string& name) const;
  /// Null: it is not in the list.
  [[nodiscard]] const PrincipalEntry* find(const Principal& principal) const;

  const TokenListSource source_;
  const std::vector<std::string> others_;
  const JsonAccess& json_;
  std::vector<PrincipalEntry> entries_;
  const PrincipalPtr anonymous_ = std::make_shared<const Principal>();
  // The principals without a list, while they are in use, by their names.
  mutable std::map<std::string, std::weak_ptr<const Principal>> unlisted_;
};

}  // namespace workbench::http
