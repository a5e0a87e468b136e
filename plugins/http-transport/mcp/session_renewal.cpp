#include "mcp/session_renewal.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "http-shared/header_value.hpp"
#include "http-shared/json_text.hpp"

namespace workbench::http::transport {
namespace {

/// A string, so that it cannot be the id of a request of the host, whose ids are numbers.
constexpr std::string_view kPing = R"({"jsonrpc":"2.0","id":"is-the-session-known","method":"ping"})";
constexpr std::string_view kIsAnother = "has another version or other capabilities now";

constexpr std::chrono::milliseconds kMinPause{50};
constexpr std::chrono::milliseconds kMaxPause{5'000};

constexpr std::chrono::milliseconds kMaxTimeToSet{30'000};

/// What the request sets, or no longer sets, in its session: the log level, or a subscription. Empty: neither.
std::string setting_of(const JsonAccess& json, const OutgoingMessage& request) {
  if (request.method == "logging/setLevel") return request.method;
  if (request.method != "resources/subscribe" && request.method != "resources/unsubscribe") return {};
  const Json params = member(json, Json(request.text, *request.text), "params");
  return "subscription to " + string_or_empty(json, member(json, params, "uri"));
}

/// "Method not found", "Invalid params" and "Internal error": the server has looked at the method of the request.
bool is_about_method(int code) {
  return code == -32601 || code == -32602 || code == -32603;
}

/// A server that answers `ping`, even by saying that it has no such method, knows the session. It does not if it
/// refuses the ping: by 4xx, by an error that may be about the session, or by failing in it as it failed in the request
/// that put the session in doubt. Without an answer of the server itself nothing is known, and the session stays.
bool shows_session(const JsonAccess& json, const OwnRequest::Outcome& ping, SessionDoubt doubt) {
  if (!ping.answer.result.is_absent() || doubt_of(ping.head) == SessionDoubt::none) return true;
  const int code = code_of(json, ping.answer.error);
  if (ping.is_answered && is_about_method(code)) return true;
  switch (ping.head.status / 100) {
    case 2: return !may_concern_session(code);
    case 4: return false;
    case 5: return doubt != SessionDoubt::failure;
    default: return true;
  }
}

}  // namespace

void SessionRenewal::record(const OutgoingMessage& sent) {
  if (sent.is_modern()) return;
  if (sent.method == "initialize") initialize_ = sent;
  if (sent.method == "notifications/initialized") initialized_ = sent;
  const std::string setting = setting_of(endpoint_.json(), sent);
  if (setting.empty()) return;
  const auto is_older = [&](const OutgoingMessage& one) { return setting_of(endpoint_.json(), one) == setting; };
  to_set_.erase(std::remove_if(to_set_.begin(), to_set_.end(), is_older), to_set_.end());
  if (sent.method == "resources/unsubscribe") settings_.erase(setting);
}

void SessionRenewal::record_granted(const OutgoingMessage& request, const std::string& session) {
  if (request.is_modern() || request.method == "resources/unsubscribe") return;
  const std::string setting = setting_of(endpoint_.json(), request);
  if (setting.empty()) return;
  settings_.insert_or_assign(setting, request);
  if (state_ == State::renewing || session == endpoint_.negotiated().session_id) return;
  to_set_.push_back(request);
  if (setting_ == nullptr) set_next();
}

void SessionRenewal::doubt(const DoubtedSession& session, Waiting done) {
  // Several requests of the old session are refused one after another.
  if (state_ != State::renewing && session.id != endpoint_.negotiated().session_id) {
    return done(SessionVerdict::renewed, {});
  }
  waiting_.push_back(std::move(done));
  only_lists_ = only_lists_ && session.is_list_request;
  if (state_ == State::renewing) return;
  if (session.doubt == SessionDoubt::certain) return renew();
  if (state_ == State::trusted) check(session.doubt);
}

void SessionRenewal::check(SessionDoubt doubt) {
  state_ = State::checking;
  send(read_outgoing(endpoint_.json(), Message(std::string(kPing))), [this, doubt](const OwnRequest::Outcome& outcome) {
    if (shows_session(endpoint_.json(), outcome, doubt)) return settle(SessionVerdict::known, {});
    renew();
  });
}

void SessionRenewal::renew() {
  state_ = State::renewing;
  if (!initialize_) return settle(SessionVerdict::lost, "there was no initialize");
  endpoint_.log(LogLevel::information, "does not know the session any more; a new one is begun");
  owner_.hold_for_renewal();
  if (const auto ping = std::exchange(own_, nullptr)) ping->stop();
  const auto lasted = Clock::now() - renewed_at_;
  if (lasted >= 2 * kMaxPause) pause_ = std::chrono::milliseconds(0);
  if (lasted >= pause_) return begin_session();
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(pause_ - lasted);
  pausing_ = endpoint_.host().loop().after(left, [this] { begin_session(); });
}

void SessionRenewal::begin_session() {
  pausing_.reset();
  send(*initialize_, [this](const OwnRequest::Outcome& outcome) { handle_initialized(outcome); });
}

void SessionRenewal::handle_initialized(const OwnRequest::Outcome& outcome) {
  const auto alive = owner_.keep_alive();
  if (outcome.answer.result.is_absent()) return settle(SessionVerdict::lost, outcome.failure);
  Negotiated found = read_negotiated(endpoint_.json(), outcome.answer.result);
  if (found.server != endpoint_.negotiated().server) {
    settle(SessionVerdict::lost, std::string("it ").append(kIsAnother));
    return owner_.end({ErrorKind::unavailable, "the server at " + endpoint_.origin() + " has ended the session, and " +
                                                   std::string(kIsAnother)});
  }
  if (is_header_value(outcome.head.session_id)) found.session_id = outcome.head.session_id;
  stop_setting();
  endpoint_.negotiated() = std::move(found);
  if (!initialized_) return conclude();
  // "The client MUST send an initialized notification" before anything else.
  send(*initialized_, [this](const OwnRequest::Outcome&) { conclude(); });
}

void SessionRenewal::conclude() {
  const auto alive = owner_.keep_alive();
  renewed_at_ = Clock::now();
  pause_ = std::clamp(2 * pause_, kMinPause, kMaxPause);
  for (const auto& [setting, request] : settings_) to_set_.push_back(request);
  settle(SessionVerdict::renewed, {});
  set_next();
}

/// One after another, beside the messages of the host, which do not wait for a server that leaves these unanswered.
void SessionRenewal::set_next() {
  setting_.reset();
  if (to_set_.empty()) return end_of_setting_.reset();
  limit_setting();
  OutgoingMessage next = std::move(to_set_.front());
  to_set_.pop_front();
  setting_ = std::make_shared<OwnRequest>(endpoint_, delivery_, std::move(next),
                                          [this](const OwnRequest::Outcome&) { set_next(); });
  setting_->start();
}

/// All together have the time of one request.
void SessionRenewal::limit_setting() {
  if (end_of_setting_ != nullptr) return;
  Host& host = endpoint_.host();
  end_of_setting_ = host.loop().after(std::min(host.limits().call, kMaxTimeToSet), [this] {
    endpoint_.log(LogLevel::warning,
                  "has not set in time, in the new session, all that the old one had: the log level, "
                  "and the subscriptions of resources");
    stop_setting();
  });
}

void SessionRenewal::stop_setting() {
  to_set_.clear();
  end_of_setting_.reset();
  if (const auto setting = std::exchange(setting_, nullptr)) setting->stop();
}

void SessionRenewal::send(OutgoingMessage message, OwnRequest::Done done) {
  if (own_ != nullptr) own_->stop();
  own_ = std::make_shared<OwnRequest>(endpoint_, delivery_, std::move(message), std::move(done));
  own_->start();
}

void SessionRenewal::settle(SessionVerdict verdict, const std::string& why) {
  const auto alive = owner_.keep_alive();  // what waits may destroy the connection
  if (verdict == SessionVerdict::lost) endpoint_.log(LogLevel::warning, "a new session could not be begun: " + why);
  state_ = State::trusted;
  own_.reset();
  const bool host_is_listing = std::exchange(only_lists_, true);
  for (Waiting& waiting : std::exchange(waiting_, {})) waiting(verdict, why);
  owner_.handle_verdict(verdict);
  if (verdict == SessionVerdict::renewed && !host_is_listing) owner_.report_changed_lists();
}

void SessionRenewal::stop() {
  state_ = State::trusted;
  pausing_.reset();
  if (const auto own = std::exchange(own_, nullptr)) own->stop();
  stop_setting();
  waiting_.clear();
}

}  // namespace workbench::http::transport
