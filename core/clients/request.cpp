#include "clients/request.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/exception_scope.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "json/visible_json.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/compat/results.hpp"

namespace workbench::clients {
namespace {

/// A model needs the beginning of an error to know what to do next; the whole is in the log.
constexpr std::size_t kMaxErrorBytes = 600;

/// In an error with a line for each of many servers, each line keeps at least this much, to name its server.
constexpr std::size_t kMinErrorLineBytes = 100;

/// How much of such an error is logged: a client may have made it long.
constexpr std::size_t kMaxLoggedBytes = 16'384;

/// The value of `progress`, for comparison only: its text is passed on. Absent: it is not a number.
std::optional<double> progress_in(const Json& params) {
  const Json progress = json::member(params, "progress");
  if (progress.kind() != JsonKind::number) return std::nullopt;
  double value = 0;
  const std::string_view text = progress.text();
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return std::nullopt;
  return value;
}

/// Without a `total` or `message` of a wrong type, for which clients would refuse the whole notification.
Json with_valid_progress_members(const Json& params) {
  constexpr std::array<std::string_view, 2> kNames{"total", "message"};
  std::array<Json, 2> found;
  json::pick_members(params, kNames, found);
  const bool has_wrong_total = !found[0].is_absent() && found[0].kind() != JsonKind::number;
  const bool has_wrong_message = !found[1].is_absent() && found[1].kind() != JsonKind::string;
  if (!has_wrong_total && !has_wrong_message) return params;
  JsonWriter writer(params.text().size());
  writer.object().raw_items(json::members_without(params, [&](std::string_view key) {
    return (has_wrong_total && key == kNames[0]) || (has_wrong_message && key == kNames[1]);
  }));
  return std::move(writer.end()).json();
}

void write_number(JsonWriter& writer, double value) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  writer.raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

/// A plugin's replacement for a result, for a client of this revision.
Json in_form_of(protocol::Revision revision, Json result) {
  if (!protocol::is_modern(revision)) result = protocol::with_object_content(result);
  return protocol::may_need_older_form(revision) ? protocol::for_older_revision(result, revision) : result;
}

/// A plugin's answer, on one line. protocol, as the end of a sentence that begins with the plugin: it is not valid.
Result<ToolResult> checked_result(const ToolResult& result, const JsonAccess& json) {
  const auto check = [&](const Json& value, JsonKind kind) -> Result<Json> {
    auto checked = json.checked(std::string(value.text()));
    if (!checked) return checked.error().within("answered with invalid JSON");
    if (checked->kind() != kind) return Error{ErrorKind::protocol, "answered with JSON of the wrong type"};
    return checked;
  };
  if (!result.whole().is_absent()) {
    auto whole = check(result.whole(), JsonKind::object);
    if (!whole) return whole.error();
    return ToolResult::passed_on(*std::move(whole), result.failure());
  }
  if (result.literal().is_absent()) return result;
  auto literal = check(result.literal(), JsonKind::string);
  if (!literal) return literal.error();
  if (result.structured_object().is_absent()) return ToolResult::text_literal(*std::move(literal));
  auto structured = check(result.structured_object(), JsonKind::object);
  if (!structured) return structured.error();
  return ToolResult::structured(*std::move(structured), *std::move(literal));
}

}  // namespace

Request::Request(RequestOrigin& origin, Host& host, protocol::Revision revision,
                 std::shared_ptr<const CallerIdentity> identity, jsonrpc::ReplyTarget target, Json meta,
                 Toolboxes& toolboxes)
    : ClientRequest(std::move(identity), std::move(meta), toolboxes),
      origin_(&origin),
      host_(host),
      revision_(revision),
      target_(std::move(target)) {
  set_scopes(target_.scopes);
  read_progress_token(this->meta());
}

void Request::read_progress_token(const Json& meta) {
  progress_.reset();
  has_wrong_progress_token_ = false;
  if (meta.is_absent()) return;
  const Json value = json::member(meta, "progressToken");
  if (value.is_absent()) return;
  jsonrpc::Id token = jsonrpc::Id::from(value);
  if (!token.is_string_or_integer()) {
    has_wrong_progress_token_ = true;
    return;
  }
  progress_ = std::make_unique<ProgressReports>(ProgressReports{std::move(token), {}});
}

// "Progress tokens MUST be a string or integer value" ("basic/utilities/progress").
Result<void> Request::check_progress_token() const {
  if (!has_wrong_progress_token_) return {};
  return Error{ErrorKind::invalid_argument, "params._meta.progressToken must be a string or an integer"};
}

// --- answers ---------------------------------------------------------------------------------------------------------

void Request::result(ToolResult result) {
  if (!owner().empty()) {
    auto checked = checked_result(result, host_.json());
    if (!checked) return fail({ErrorKind::internal, std::string(owner()).append(" ").append(checked.error().message)});
    result = *std::move(checked);
  }
  failure_ = result.failure();
  if (!result.whole().is_absent()) return this->result(result.whole());

  JsonWriter writer;
  writer.object().key("content").array().object().member("type", "text").key("text");
  if (!result.literal().is_absent()) {
    writer.value(result.literal());
  } else {
    writer.raw(json::quoted(result.is_error() ? text_for_model(result.plain_text()) : result.plain_text()));
  }
  writer.end().end();
  if (protocol::has_structured_content(revision_)) {
    writer.optional_member("structuredContent", result.structured_object());
  }
  if (result.is_error()) writer.member("isError", true);
  writer.end();
  this->result(std::move(writer).json());
}

void Request::plugin_result(Json object) {
  auto checked = host_.json().checked(std::string(object.text()));
  if (!checked || checked->kind() != JsonKind::object) {
    const std::string who(owner().empty() ? "the workbench" : owner());
    return fail({ErrorKind::internal, who + " answered with something that is not a JSON object"});
  }
  result(*std::move(checked));
}

/// An error with hidden characters written out; the beginning of it if it is too long for a model: the whole is logged.
std::string Request::text_for_model(const std::string& message) const {
  const std::string error = base::visible_text(message);
  if (error.size() <= kMaxErrorBytes) return error;
  host_.log(LogLevel::warning, "client",
            "answered with the beginning of this error: " + base::shortened(error, kMaxLoggedBytes));
  return base::shortened_lines(error, kMaxErrorBytes, kMinErrorLineBytes);
}

void Request::fail(const Error& error) {
  notify_failure(error);
  if (error.kind == ErrorKind::forbidden) return fail_forbidden(error);
  const bool is_the_request = error.kind == ErrorKind::invalid_argument || error.kind == ErrorKind::not_found;
  finish_with_error(
      jsonrpc::error_object(is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError, error.message));
}

// The answer to a suspended request is kept, as JSON, until its client asks for it.
void Request::fail_forbidden(const Error& error) {
  const Json object = jsonrpc::error_object(jsonrpc::kInvalidRequest, error.message);
  if (is_suspended()) return finish_with_error(object);
  Message response = jsonrpc::write_error(target_.id, object);
  response.needed_scopes = error.scopes;
  finish(std::move(response));
}

void Request::fail_mismatch(const Error& error) {
  notify_failure(error);
  finish_with_error(jsonrpc::error_object(jsonrpc::kHeaderMismatch, error.message));
}

Json Request::visible_error(const Json& object) {
  const Json message = json::member(object, "message");
  if (json::with_visible_strings(message).shown.empty()) return object;
  return jsonrpc::error_object(jsonrpc::code_of(object), json::characters(message), json::member(object, "data"));
}

void Request::finish_with_error(const Json& object) {
  finish(jsonrpc::write_error(target_.id, visible_error(object)));
}

// The answer is still sent, because its owner is about to destroy the request. It may interfere with what the
// loop thread does at this moment.
void Request::finish(Message&& response) {
  if (!is_open()) return;
  static_cast<void>(is_on_other_thread("answered a call"));
  set_over();
  detach(std::move(response));
}

void Request::cancel(const Json& reason) {
  if (!is_open()) return;
  notify_failure({ErrorKind::cancelled, "the client has cancelled the call or disconnected"});
  set_over();
  set_time_limit({});  // a plugin may keep the request for longer than there is an event loop
  origin_ = nullptr;
  target_.batch.reset();  // a cancelled request has no response in its batch
  notify_cancelled(reason);
}

bool Request::notify_result(Json& object) {
  if (!is_open() || !has_watchers()) return true;
  Response response(std::move(object));
  if (!notify(response, failure_)) return false;
  object = std::get<Json>(std::move(response));
  return true;
}

void Request::notify_error(const PeerError& error) {
  Response response = error;
  static_cast<void>(notify(response, ErrorKind::protocol));  // only a result is held
}

void Request::notify_failure(const Error& error) {
  Response response = error;
  static_cast<void>(notify(response, error.kind));
}

bool Request::notify(Response& response, std::optional<ErrorKind> failure) {
  return !is_open() || !has_watchers() || notify_answered(response, failure);
}

bool Request::is_error_result(const Json& result) const {
  const Json is_error = json::member(result, "isError");
  return is_error.text() == "true";
}

bool Request::asks_for_input(const Json& result) const {
  return revision_ == protocol::kModernRevision && protocol::read_input_required(result).has_value();
}

void Request::on_answer(MoveOnlyFunction<void(const ToolOutcome&)> answered) {
  add_watcher({base::guarded(std::move(answered)), {}});
}

// The scope of the plugin reports exceptions here under the plugin's name. A replacement is converted for the
// client's revision at once, so that the watchers called after it see what the client receives.
void Request::on_result(MoveOnlyFunction<void(Json& result)> change) {
  MoveOnlyFunction<void(Json&)> checked_change = [this, change = std::move(change)](Json& result) mutable {
    Json changed = result;
    change(changed);
    if (!changed.is_absent() && changed.text().data() == result.text().data()) return;
    auto checked = checked_replacement(std::move(changed));
    if (!checked) throw std::invalid_argument("its replacement of a result is not a JSON object and is dropped");
    result = *std::move(checked);
  };
  add_watcher({{}, base::guarded(std::move(checked_change))});
}

void Request::hold_result(MoveOnlyFunction<void(HeldResult)> hold) {
  ClientRequest::hold_result(base::guarded(std::move(hold)));
}

Result<Json> Request::checked_replacement(Json result) const {
  auto checked = host_.json().checked(std::string(result.text()));
  if (!checked || checked->kind() != JsonKind::object) {
    return Error{ErrorKind::protocol, "replaced a result with something that is not a JSON object"};
  }
  return in_form_of(revision_, *std::move(checked));
}

void Request::limit_hold(std::string_view owner) {
  set_time_limit(host_.loop().after(host_.limits().call, [this, owner] {
    if (!is_open()) return;
    if (test_and_clear_progress() || is_waiting_for_client()) return limit_hold(owner);
    const std::string who(owner.empty() ? "the workbench" : owner);
    fail({ErrorKind::timed_out, who + " has not passed a result on for " + base::format_duration(host_.limits().call)});
  }));
}

void Request::on_cancel(MoveOnlyFunction<void(Json)> cancelled) {
  set_on_cancel(base::guarded(std::move(cancelled)));
}

bool Request::is_on_other_thread(std::string_view does) const {
  if (std::this_thread::get_id() == thread_) return false;
  host_.log(LogLevel::error, "workbench",
            std::string(owner()).append(" ").append(does).append(" on a thread of its own; post it to the loop"));
  return true;
}

// --- suspension ------------------------------------------------------------------------------------------------------

void Request::detach(Message&& response) {
  if (RequestOrigin* origin = std::exchange(origin_, nullptr)) origin->finish(*this, std::move(response));
  target_.batch.reset();
}

void Request::attach(RequestOrigin& origin, jsonrpc::ReplyTarget target, Json meta) {
  origin_ = &origin;
  target_ = std::move(target);
  set_scopes(target_.scopes);
  read_progress_token(meta);
  set_meta(std::move(meta));
}

// --- before the answer -----------------------------------------------------------------------------------------------

Result<void> Request::check_arguments(const Json& definition, const Json& arguments) const {
  if (origin_ == nullptr) return {};
  return origin_->check_arguments(definition, arguments);
}

void Request::report_progress(const Progress& progress) {
  if (is_on_other_thread("reported progress of a call, which is dropped,")) return;
  record_progress();
  JsonWriter members;
  write_number(members.key("progress"), progress.progress);
  if (progress.total) write_number(members.key("total"), *progress.total);
  if (!progress.message.empty()) members.member("message", progress.message);
  report_progress_members(members.text());
}

void Request::notify(std::string_view method, const Json& params) {
  if (origin_ != nullptr) origin_->notify(*this, jsonrpc::write_notification(method, params));
}

/// A suspended request has no connection for reports until its client repeats it.
void Request::keep_progress(std::string_view members) {
  if (is_open() && members.size() <= kMaxKeptProgress) kept_progress_ = members;
}

void Request::report_kept_progress() {
  const std::string members = std::exchange(kept_progress_, {});
  if (!members.empty()) report_progress_members(members);
}

// "The progress value MUST increase with each notification" ("basic/utilities/progress").
void Request::report_progress_members(std::string_view members) {
  if (progress_ == nullptr) return;
  if (origin_ == nullptr) return keep_progress(members);
  JsonWriter writer(members.size() + 64);
  writer.object().key("progressToken").raw(progress_->token.raw()).raw_items(members).end();
  const Json params = with_valid_progress_members(std::move(writer).json());
  const auto progress = progress_in(params);
  if (!progress || (progress_->last && *progress <= *progress_->last)) return;
  progress_->last = progress;
  origin_->notify(*this, jsonrpc::write_notification("notifications/progress", params));
}

}  // namespace workbench::clients
