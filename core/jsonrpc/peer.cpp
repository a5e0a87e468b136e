#include "jsonrpc/peer.hpp"

#include <utility>

#include <workbench/json_writer.hpp>
#include <workbench/valid_utf8.hpp>

#include "base/text.hpp"
#include "json/lone_surrogates.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/valid_error.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::jsonrpc {
namespace {

/// The number of an id of ours by its text; 0: it is not one.
std::uint64_t number_of(const std::string& id) {
  return id.empty() ? 0 : Id::from(Json(id)).own_number();
}

constexpr std::string_view kBytesLeniency = "its messages have bytes that are not UTF-8, which are read as U+FFFD";

}  // namespace

Peer::Peer(Host& host, std::string source, std::unique_ptr<Connection> connection, PeerHandler& handler)
    : host_(host),
      limits_(base::process_limits(host)),
      source_(std::move(source)),
      handler_(handler),
      pending_(host.loop(), [this](std::uint64_t id, std::chrono::milliseconds limit) { expire(id, limit); }),
      connection_(std::move(connection)) {}

// --- incoming messages -----------------------------------------------------------------------------------------------

void Peer::on_message(std::string message) {
  if (handler_.reads_any_bytes()) return handle_text_of_any_bytes(std::move(message));
  handle_text(std::move(message));
}

void Peer::handle_text(std::string&& message) {
  const std::size_t size = message.size();
  if (!is_batch(message)) return handle_reading(read_message(std::move(message), limits_.message_depth), size);
  if (!handler_.accepts_batches()) return refuse_batch();
  handle_batch(read_batch(std::move(message), limits_.message_depth), nullptr);
}

void Peer::handle_text_of_any_bytes(std::string&& message) {
  const std::size_t size = message.size();
  bool has_other_bytes = false;
  if (is_batch(message)) {
    has_other_bytes = replace_invalid_utf8(message);
    if (has_other_bytes) log_once(Leniency::bytes, kBytesLeniency);
    if (!handler_.accepts_batches()) return refuse_batch();
    return handle_batch(read_batch(std::move(message), limits_.message_depth), nullptr);
  }
  auto reading = read_message_of_any_bytes(std::move(message), limits_.message_depth, has_other_bytes);
  if (has_other_bytes) log_once(Leniency::bytes, kBytesLeniency);
  handle_reading(std::move(reading), size);
}

void Peer::on_checked_message(CheckedMessage message) {
  if (message.whole.kind() != JsonKind::array) {
    auto reading = read_message(message);
    std::visit([&](auto& read) { read.related_request = number_of(message.related_request); }, reading);
    if (auto* envelope = std::get_if<Envelope>(&reading)) envelope->scopes = std::move(message.scopes);
    return handle_reading(std::move(reading), message.whole.text().size());
  }
  if (!handler_.accepts_batches()) return refuse_batch();
  handle_batch(read_batch(message.whole), message.scopes);
}

void Peer::handle_reading(std::variant<Envelope, Unreadable>&& reading, std::size_t size) {
  if (auto* envelope = std::get_if<Envelope>(&reading)) return handle(std::move(*envelope), nullptr, size);
  handle_unreadable(std::get<Unreadable>(reading), nullptr);
}

void Peer::refuse_batch() {
  handle_unreadable({Unreadable::Fault::not_message,
                     "JSON-RPC batches exist only in revision 2025-03-26; send one message a line",
                     {},
                     false},
                    nullptr);
}

void Peer::handle_batch(std::variant<std::vector<Json>, Unreadable> reading,
                        const std::shared_ptr<const Scopes>& scopes) {
  constexpr std::size_t kMaxLogged = 3;
  if (const auto* unreadable = std::get_if<Unreadable>(&reading)) return handle_unreadable(*unreadable, nullptr);
  const auto batch = std::make_shared<Batch>(limits_.message_bytes, [self = self_.handle()](Message responses) {
    if (Peer* peer = self.get()) peer->send(std::move(responses));
  });
  std::size_t refused = 0;
  for (const Json& item : std::get<std::vector<Json>>(reading)) {
    auto member = read_message(item);
    if (auto* envelope = std::get_if<Envelope>(&member)) {
      envelope->scopes = scopes;
      handle(std::move(*envelope), batch, item.text().size());
    } else {
      const auto& unreadable = std::get<Unreadable>(member);
      if (++refused <= kMaxLogged) log_unreadable(unreadable);
      pass_unreadable(unreadable, batch);
    }
  }
  if (refused <= kMaxLogged) return;
  log(LogLevel::warning, "refused " + std::to_string(refused - kMaxLogged) + " more messages of the same batch");
}

void Peer::handle(Envelope&& message, std::shared_ptr<Batch> batch, std::size_t size) {
  if (message.has_surrogates) {
    message.result = json::without_lone_surrogates(message.result);
    message.error = json::without_lone_surrogates(message.error);
  }
  switch (message.kind) {
    case Envelope::Kind::request: {
      ReplyTarget target{message.id, std::move(batch), size, std::move(message.scopes)};
      return handler_.handle_request(std::move(message), std::move(target));
    }
    case Envelope::Kind::notification: return handler_.handle_notification(std::move(message));
    case Envelope::Kind::result: return handle_response(message.id, std::move(message.result));
    case Envelope::Kind::error: {
      ValidError error = valid_error(message.error);
      if (error.was_changed)
        log_once(Leniency::errors, "an error of it was not valid and is made valid; the whole is in `data`");
      return handle_response(message.id, PeerError{std::move(error.object), std::move(error.message)});
    }
  }
}

void Peer::handle_unreadable(const Unreadable& unreadable, std::shared_ptr<Batch> batch) {
  log_unreadable(unreadable);
  pass_unreadable(unreadable, std::move(batch));
}

void Peer::log_unreadable(const Unreadable& unreadable) {
  log(LogLevel::warning,
      (unreadable.is_output ? "output that is not a message: " : "refused a message: ") + unreadable.what);
}

void Peer::log_once(Leniency what, std::string_view text) {
  bool& is_logged = logged_[static_cast<std::size_t>(what)];
  if (!std::exchange(is_logged, true)) log(LogLevel::information, text);
}

// A text without a method that has the id of a pending request is the response to it, unless it is output.
void Peer::pass_unreadable(const Unreadable& unreadable, std::shared_ptr<Batch> batch) {
  std::unique_ptr<PendingRequest> pending;
  if (!unreadable.is_request && !unreadable.is_output) {
    pending = pending_.extract(unreadable.id.own_number_in_any_form());
  }
  if (pending == nullptr) return handler_.handle_unreadable(unreadable, {unreadable.id, std::move(batch)});
  PendingRequest& request = *pending;
  request.handle_response(std::move(pending),
                          Error{ErrorKind::protocol, "the answer could not be read: " + unreadable.what});
}

void Peer::on_undeliverable(const Error& what, std::string_view beginning) {
  Unreadable unreadable = salvage(beginning);
  unreadable.fault = Unreadable::Fault::not_message;
  unreadable.what = what.message;
  handle_unreadable(unreadable, nullptr);
}

void Peer::handle_response(const Id& id, Response response) {
  std::uint64_t number = id.own_number();
  if (number == 0) number = number_in_other_form(id);
  std::unique_ptr<PendingRequest> pending = pending_.extract(number);
  if (pending == nullptr) return drop_response(id, number, response);
  PendingRequest& request = *pending;
  request.handle_response(std::move(pending), std::move(response));
}

std::uint64_t Peer::number_in_other_form(const Id& id) {
  const std::uint64_t number = id.own_number_in_any_form();
  if (number == 0) return 0;
  log_once(Leniency::ids, "its responses have ids of another type than the requests, " + base::shortened(id.raw(), 40) +
                              " for " + std::to_string(number) + "; they are taken for the same");
  return number;
}

void Peer::drop_response(const Id& id, std::uint64_t number, const Response& response) {
  log(LogLevel::debug,
      "dropped a response without a pending request (id " + (id.is_absent() ? std::string("absent") : id.raw()) + ")");
  if (number == 0 || number > last_id_) handler_.handle_stray_response(id, response);
  handler_.handle_unexpected_response(number);
}

void Peer::on_closed(const Error& reason) {
  const Error explained = handler_.handle_end(reason);
  end_ = explained;
  pending_.fail_all(explained);
  handler_.handle_closed(explained);
}

// --- outgoing messages -----------------------------------------------------------------------------------------------

void Peer::send(Message&& message) {
  // A connection's backlog counts more than the text: a newline, or the framing of an event.
  constexpr std::size_t kMaxFraming = 64;
  max_backlog_ += message.size() + kMaxFraming;
  connection_->send(std::move(message));
}

void Peer::request(std::uint64_t id, Message&& message, std::chrono::milliseconds limit,
                   std::unique_ptr<PendingRequest> request) {
  if (end_) {
    PendingRequest& failed = *request;
    return failed.handle_response(std::move(request), *end_);
  }
  pending_.add(id, limit, std::move(request));
  send(std::move(message));
}

void Peer::await_progress(std::uint64_t id, std::unique_ptr<PendingRequest> request) {
  if (!end_) return pending_.add(id, PendingRequests::kNoLimit, std::move(request));
  PendingRequest& failed = *request;
  failed.handle_response(std::move(request), *end_);
}

void Peer::cancel(std::uint64_t id, const Json& reason, const std::string& related) {
  const std::unique_ptr<PendingRequest> dropped = pending_.extract(id);
  if (dropped != nullptr) notify_cancelled(id, reason, related);
}

void Peer::fail(std::uint64_t id, const Error& error, const std::string& related, const Json& reason) {
  std::unique_ptr<PendingRequest> failed = pending_.extract(id);
  if (failed == nullptr) return;
  notify_cancelled(id, reason, related);
  PendingRequest& request = *failed;
  request.handle_response(std::move(failed), error);
}

void Peer::complete(std::uint64_t id, Response response) {
  std::unique_ptr<PendingRequest> completed = pending_.extract(id);
  if (completed == nullptr) return;
  PendingRequest& request = *completed;
  request.handle_response(std::move(completed), std::move(response));
}

void Peer::expire(std::uint64_t id, std::chrono::milliseconds limit) {
  std::unique_ptr<PendingRequest> expired = pending_.extract(id);
  if (expired == nullptr) return;
  const std::string text = "no answer within " + base::format_duration(limit);
  log(LogLevel::warning, text + "; the request is cancelled");
  if (expired->is_cancellable()) notify_cancelled(id, Json(json::quoted(text)), {});
  PendingRequest& request = *expired;
  request.handle_response(std::move(expired), Error{ErrorKind::timed_out, text});
}

void Peer::notify_cancelled(std::uint64_t id, const Json& reason, const std::string& related) {
  JsonWriter params;
  params.object().member("requestId", id).optional_member("reason", reason).end();
  Message message = write_notification("notifications/cancelled", std::move(params).json());
  message.related_request = related;
  send(std::move(message));
}

void Peer::respond(const ReplyTarget& target, Message&& response) {
  if (target.batch != nullptr) return target.batch->add(target.id, std::move(response));
  // As target.related_request(), but assigned: the text of most ids fits into the buffer that the message has.
  if (target.number == 0) {
    response.related_request = target.id.raw();
  } else {
    response.related_request = target.related_request();
  }
  send(std::move(response));
}

void Peer::respond_error(const ReplyTarget& target, int code, std::string_view message, const Json& data) {
  respond(target, write_error(target.id, code, message, data));
}

}  // namespace workbench::jsonrpc
