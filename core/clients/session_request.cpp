#include "clients/session_request.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::clients {
namespace {

/// The value of the member `progress`, for comparison only: what is passed on is its spelling. Absent: it is no number.
std::optional<double> progress_of(std::string_view members) {
  const Json object("{" + std::string(members) + "}");
  const Json progress = json::member(object, "progress");
  if (progress.kind() != JsonKind::number) return std::nullopt;
  double value = 0;
  const std::string_view text = progress.text();
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return std::nullopt;
  return value;
}

}  // namespace

ClientInfo read_client_info(const Json& implementation) {
  constexpr std::array<std::string_view, 2> kNames{"name", "version"};
  std::array<Json, 2> found;
  json::pick_members(implementation, kNames, found);
  return {json::characters(found[0]), json::characters(found[1])};
}

SessionRequest::SessionRequest(SessionRequestHome& home, Host& host, jsonrpc::ReplyAddress address, Json meta)
    : home_(&home), host_(host), address_(std::move(address)), meta_(std::move(meta)) {
  if (!meta_.is_absent()) progress_token_ = jsonrpc::Id::from(json::member(meta_, "progressToken"));
}

void SessionRequest::cancel(const Json& reason) {
  home_ = nullptr;
  address_.batch.reset();  // "cancelled members are left out" of the answer to a batch
  // Whoever works on the request may destroy it, and this function with it.
  MoveOnlyFunction<void(Json)> cancelled = std::move(cancelled_);
  if (cancelled) cancelled(reason);
}

void SessionRequest::fail(const Error& error) {
  const bool is_the_request = error.kind == ErrorKind::invalid_argument || error.kind == ErrorKind::not_found;
  const int code = is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError;
  finish(jsonrpc::write_error(address_.id, code, error.message));
}

void SessionRequest::fail_mismatch(const Error& error) {
  finish(jsonrpc::write_error(address_.id, jsonrpc::kHeaderMismatch, error.message));
}

Result<void> SessionRequest::agrees_with(const Json& definition, const Json& arguments) const {
  if (home_ == nullptr) return {};
  return home_->agrees_with(definition, arguments);
}

// "The progress value MUST increase with each notification."
void SessionRequest::report_progress(std::string_view members) {
  if (home_ == nullptr || !wants_progress()) return;
  const auto progress = progress_of(members);
  if (!progress || (has_progressed_ && *progress <= progress_)) return;
  progress_ = *progress;
  has_progressed_ = true;
  Message message = jsonrpc::begin_notification("notifications/progress");
  message.append("{\"progressToken\":").append(progress_token_.raw());
  send_related(std::move(message.append(",").append(members).append("}}")));
}

void SessionRequest::finish(Message&& answer) {
  if (home_ != nullptr) std::exchange(home_, nullptr)->finish_request(*this, std::move(answer));
}

void SessionRequest::answer_for_now(Message answer) {
  if (home_ == nullptr) return;
  home_->forget_request(*this);
  send_related(std::move(answer));
}

void SessionRequest::send_related(Message notification) {
  if (home_ == nullptr) return;
  notification.related_request = address_.id.raw();
  home_->send_related(std::move(notification));
}

void SessionRequest::move_to(SessionRequestHome& home, jsonrpc::ReplyAddress address, Json meta) {
  home_ = &home;
  address_ = std::move(address);
  meta_ = std::move(meta);
  progress_token_ = jsonrpc::Id::from(json::member(meta_, "progressToken"));
  has_progressed_ = false;
}

}  // namespace workbench::clients
