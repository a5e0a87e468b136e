#include "console/console_access.hpp"

#include <charconv>
#include <utility>

#include "console/console_message.hpp"
#include "http-shared/json_text.hpp"
#include "network/socket_peer.hpp"

namespace workbench::http {
namespace {

constexpr std::chrono::minutes kSweepPause{10};

/// The most bytes of a request to open a session: a code, and nothing else.
constexpr std::size_t kMaxOpening = 4096;

/// Whether the process at the other end is known to be another user's: it may have seen the command line of a browser
/// that was started with a code.
bool is_of_another_user(const RequestSource& source) {
  const auto& user = source.local_user;
  if (!user) return false;
  return *user ? !may_enter(**user) : user->error().kind != ErrorKind::unavailable;
}

ConsoleAccess::Refusal unknown_session() {
  return {console_error(401, "The session is not known, has expired, or was opened by another page; log in again.")};
}

std::size_t announced_size(const ReceivedRequest& head) {
  std::size_t size = kMaxOpening + 1;  // without the header, as many as it likes
  const std::string* length = head.headers.find("Content-Length");
  if (length != nullptr) std::from_chars(length->data(), length->data() + length->size(), size);
  return size;
}

}  // namespace

ConsoleAccess::ConsoleAccess(Host& host, const ListenerSettings& settings, const PrincipalList& list, RequestLog& log)
    : loop_(host.loop()), json_(host.json()), settings_(settings), origin_policy_(settings), list_(list), log_(log) {}

void ConsoleAccess::start(MoveOnlyFunction<void()> ended) {
  ended_ = std::move(ended);
  sweep();
}

// --- requests of a session -------------------------------------------------------------------------------------------

// A browser sends Origin with every request that changes something, and no page can write it. With a GET to its own
// origin it sends none; the key is then what a foreign page does not have.
std::optional<ConsoleAccess::Refusal> ConsoleAccess::check_page(const ReceivedRequest& head) const {
  const std::string* site = head.headers.find("Sec-Fetch-Site");
  const bool is_of_other_site = head.headers.has("Sec-Fetch-Site") && (site == nullptr || *site != "same-origin");
  const bool may_lack_origin = head.method == "GET" && !head.headers.has("Origin");
  if (!is_of_other_site && (may_lack_origin || origin_policy_.is_of_own_page(head))) return std::nullopt;
  return Refusal{console_error(403, "Only the page of the console may send this, from its own origin."),
                 RefusalCause::origin, "console: not sent by its own page"};
}

std::optional<ConsoleAccess::Refusal> ConsoleAccess::admit(ReceivedRequest& head) {
  if (auto refusal = check_page(head)) return refusal;
  const auto cookie = console_cookie(head);
  const std::string* key = head.headers.find(kConsoleKeyHeader);
  if (!cookie || key == nullptr) return unknown_session();
  const ConsoleSession* session = sessions_.find(*cookie, *key, ConsoleSessions::Clock::now());
  const std::string* origin = head.headers.find("Origin");
  if (session == nullptr || (origin != nullptr && *origin != session->origin)) return unknown_session();
  head.principal = session->principal;
  head.operator_view = session->user.view;
  return std::nullopt;
}

Response ConsoleAccess::close(const ReceivedRequest& head) {
  if (head.principal != nullptr) sessions_.close(*head.principal);
  report_end();
  Response response{204, {{"Cache-Control", "no-store"}}, {}};
  response.headers.add("Set-Cookie", console_set_cookie(head, {}));
  return response;
}

// --- opening a session -----------------------------------------------------------------------------------------------

std::optional<Response> ConsoleAccess::check_opening(const ReceivedRequest& head) const {
  if (announced_size(head) > kMaxOpening) {
    return console_error(413, "The body must be an object with \"code\", and announced by Content-Length.");
  }
  if (refused_.has_room(head.source->address, AddressRate::Clock::now())) return std::nullopt;
  Response response = console_error(503, "Too many logins of this address were refused; retry later.");
  response.headers.add("Retry-After", "1");
  return response;
}

Response ConsoleAccess::open(const ReceivedRequest& request) {
  auto identified = identify(request);
  if (auto* refusal = std::get_if<Refusal>(&identified)) return refuse_opening(request, std::move(*refusal));
  const std::string* origin = request.headers.find("Origin");
  const auto secrets = sessions_.open(std::get<ConsoleUser>(std::move(identified)),
                                      origin == nullptr ? std::string() : *origin, ConsoleSessions::Clock::now());
  if (!secrets) return console_error(503, "Too many sessions of the console are open; log out of one.");
  report_end();  // it may have ended another one
  Response response = json_response(200, Message("{\"key\":" + json_.quoted(secrets->key) + "}"));
  response.headers.add("Cache-Control", "no-store");
  response.headers.add("Set-Cookie", console_set_cookie(request, secrets->cookie));
  return response;
}

std::variant<ConsoleUser, ConsoleAccess::Refusal> ConsoleAccess::identify(const ReceivedRequest& request) {
  const auto body = json_.checked(request.body.empty() ? "{}" : request.body);
  if (!body) return Refusal{console_error(400, "The body must be an object with \"code\".")};
  const std::string code = string_or_empty(json_, member(json_, *body, "code"));
  if (!code.empty()) {
    if (is_of_another_user(*request.source)) {
      return Refusal{console_error(401,
                                   "A code counts only for a browser of the user who runs the workbench, and this one "
                                   "could not be seen to be that user's."),
                     RefusalCause::credentials, "console: a code from a process of another user, or of an unknown one"};
    }
    if (codes_.redeem(code, OneTimeCodes::Clock::now())) return ConsoleUser{nullptr, OperatorView::everything};
    return Refusal{console_error(401,
                                 "The code was used, is older than 2 minutes, or wrong; mcp-workbench open "
                                 "makes another one."),
                   RefusalCause::credentials, "console: unknown code"};
  }
  if (!settings_.tokens.is_empty()) return identify_listed(request);
  return Refusal{console_error(401, "A code is needed; mcp-workbench open makes one."), RefusalCause::credentials,
                 "console: no code"};
}

std::variant<ConsoleUser, ConsoleAccess::Refusal> ConsoleAccess::identify_listed(const ReceivedRequest& request) const {
  auto found =
      list_.authenticate({request.headers.find("Authorization"), request.source->certificate_subject, std::nullopt});
  if (auto* refused = std::get_if<PrincipalList::Refusal>(&found)) {
    return Refusal{console_error(401, "A token of the tokens file is needed, or a code; mcp-workbench open makes one."),
                   RefusalCause::credentials, "console: " + refused->reason};
  }
  ConsoleUser user{std::get<PrincipalList::PrincipalPtr>(std::move(found))};
  user.view = list_.console_view(*user.listed);
  if (user.view != OperatorView::none) return user;
  return Refusal{console_error(403, R"(Not allowed: add "console": "own" or "all" to the entry of this principal in )"
                                    "the tokens file."),
                 RefusalCause::credentials, "console: may not use it"};
}

Response ConsoleAccess::refuse_opening(const ReceivedRequest& request, Refusal refusal) {
  refused_.add(request.source->address, AddressRate::Clock::now());
  if (!refusal.reason.empty()) log_.refuse(refusal.cause, request.source->address, refusal.reason);
  return std::move(refusal.response);
}

// --- the end of sessions ---------------------------------------------------------------------------------------------

void ConsoleAccess::review() {
  sessions_.close_if([this](const ConsoleSession& session) {
    const auto& listed = session.user.listed;
    return listed != nullptr && (!list_.is_current(*listed) || list_.console_view(*listed) != session.user.view);
  });
}

void ConsoleAccess::report_end() {
  if (ended_) ended_();
}

void ConsoleAccess::sweep() {
  sweep_timer_ = loop_.after(kSweepPause, [this] { sweep(); });
  if (sessions_.close_idle(ConsoleSessions::Clock::now())) report_end();
}

}  // namespace workbench::http
