#include "join/joined_client.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <variant>

#include <workbench/line_connection.hpp>

#include "base/process_limits.hpp"
#include "join/join_line.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/envelope.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::app {
namespace {

/// The delay before the next attempt, by the number of attempts in a row at which a workbench has ended. The first
/// ones may have met a process that was being killed, whose socket the system closes last; then its configuration may
/// be being written.
constexpr std::array<std::chrono::milliseconds, 4> kBeforeAttempt{
    std::chrono::milliseconds(0), std::chrono::milliseconds(20), std::chrono::seconds(1), std::chrono::seconds(1)};

/// How long a workbench may take to answer a ping, or limits.serverStart if that is less: it may have to be started.
constexpr std::chrono::milliseconds kMaxGreeting = std::chrono::seconds(30);

/// How many unread bytes the client may have before the workbench is no longer read, and vice versa.
constexpr std::size_t kMaxBacklog = 1024 * 1024;

/// How long a client that cannot be served may take to send its first request, whose answer has the reason.
constexpr std::chrono::seconds kMaxFirstRequest{5};

/// How much of an invalid message is searched for its id.
constexpr std::size_t kBeginning = 1024;

/// Whether the peer of a socket has closed it, and everything that it sent has been read.
bool has_ended(int socket) {
  char byte = 0;
  return ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

std::string on_one_line(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) text.replace(at, 1, "; ");
  return text;
}

/// Calls `handle` with every message of the text, which is one or a batch, and its reading.
template <typename Handle>
void for_each_message(const CheckedMessage& checked, Handle handle) {
  if (!jsonrpc::is_batch(checked.whole.text())) {
    auto reading = jsonrpc::read_message(checked);
    if (auto* const envelope = std::get_if<jsonrpc::Envelope>(&reading)) handle(std::move(*envelope), checked.whole);
    return;
  }
  for (const Json& element : json::elements(checked.whole)) {
    auto reading = jsonrpc::read_message(element);
    if (auto* const envelope = std::get_if<jsonrpc::Envelope>(&reading)) handle(std::move(*envelope), element);
  }
}

}  // namespace

JoinedClient::JoinedClient(ProcessHost& host, const SharedWorkbench& shared, std::unique_ptr<Connection> client,
                           MoveOnlyFunction<void(Result<void>)> ended)
    : host_(host), shared_(shared), ended_(std::move(ended)), client_(std::move(client)) {}

void JoinedClient::start() {
  client_->start(client_end_);
  connect();
}

void JoinedClient::close() {
  end({});
}

// --- messages --------------------------------------------------------------------------------------------------------

/// Only messages that a workbench is sent are recorded, so that none is lost with a workbench that had ended before.
void JoinedClient::handle_client_message(std::string text) {
  if (refusal_) {
    record(std::move(text));
    return refuse(*refusal_);
  }
  if (state_ == State::serving && !has_ended(connected_.get())) return pass_client_message(std::move(text));
  waiting_.push_back(std::move(text));
  client_->pause_reading(true);
  if (state_ == State::absent) connect();
}

void JoinedClient::pass_client_message(std::string text) {
  const std::string beginning = text.substr(0, kBeginning);
  const auto checked = host_.json().checked_message(std::move(text));
  if (!checked) return pass_unreadable(checked.error().message, beginning);
  if (jsonrpc::is_batch(checked->whole.text())) {
    // As it is, because its responses belong together; responses in it are to requests of this workbench.
    for_each_message(*checked, [&](jsonrpc::Envelope&& message, const Json& element) {
      static_cast<void>(session_.from_client(std::move(message), element));
    });
    send_to_workbench(Message().append(checked->whole));
    return;
  }
  auto reading = jsonrpc::read_message(*checked);
  if (auto* const message = std::get_if<jsonrpc::Envelope>(&reading)) {
    if (auto forwarded = session_.from_client(std::move(*message), checked->whole)) {
      send_to_workbench(*std::move(forwarded));
    }
  } else {
    send_to_workbench(Message().append(checked->whole));  // the workbench reports the error
  }
}

/// For a message that cannot be passed on, because it is not JSON or too long.
void JoinedClient::pass_unreadable(const std::string& what, std::string_view beginning) {
  host_.log(LogLevel::warning, "client", "refused a message: " + what);
  const jsonrpc::Unreadable unreadable = jsonrpc::salvage(beginning);
  client_->send(jsonrpc::write_error(unreadable.id, jsonrpc::kParseError, what));
}

void JoinedClient::handle_workbench_message(std::string text) {
  const auto checked = host_.json().checked_message(std::move(text));
  if (!checked) return;
  if (state_ == State::greeting) {
    begin_serving();
  } else {
    attempts_ = 0;
  }
  if (jsonrpc::is_batch(checked->whole.text())) {
    for_each_message(*checked, [&](jsonrpc::Envelope&& message, const Json& element) {
      static_cast<void>(session_.from_workbench(std::move(message), element));
    });
    client_->send(Message().append(checked->whole));
  } else {
    auto reading = jsonrpc::read_message(*checked);
    auto* const message = std::get_if<jsonrpc::Envelope>(&reading);
    if (message == nullptr) return;
    auto forwarded = session_.from_workbench(std::move(*message), checked->whole);
    if (forwarded) client_->send(*std::move(forwarded));
  }
  if (client_->backlog() > kMaxBacklog && workbench_ != nullptr) workbench_->pause_reading(true);
  if (is_finished()) end({});
}

void JoinedClient::send_to_client(std::vector<Message> messages) {
  for (Message& message : messages) client_->send(std::move(message));
}

void JoinedClient::send_to_workbench(Message message) {
  workbench_->send(std::move(message));
  if (workbench_->backlog() > kMaxBacklog) client_->pause_reading(true);
}

void JoinedClient::ClientEnd::on_undeliverable(const Error& what, std::string_view beginning) {
  joined_.pass_unreadable(what.message, beginning);
}

void JoinedClient::ClientEnd::on_drained() {
  if (joined_.workbench_ != nullptr) joined_.workbench_->pause_reading(false);
}

void JoinedClient::WorkbenchEnd::on_undeliverable(const Error& what, std::string_view) {
  joined_.host_.log(LogLevel::warning, "workbench", what.message);
}

void JoinedClient::WorkbenchEnd::on_drained() {
  joined_.client_->pause_reading(false);
}

/// A message that is not passed on, so that it is answered by JoinedSession::fail_all().
void JoinedClient::record(std::string text) {
  const auto checked = host_.json().checked_message(std::move(text));
  if (!checked) return;
  for_each_message(*checked, [&](jsonrpc::Envelope&& message, const Json& whole) {
    static_cast<void>(session_.from_client(std::move(message), whole));
  });
}

// --- the workbench ---------------------------------------------------------------------------------------------------

void JoinedClient::connect() {
  next_attempt_.reset();
  former_.clear();
  log_begin_ = shared_.log_size();
  auto socket = shared_.connect_or_start();
  if (!socket) return handle_no_workbench(socket.error().message);
  connected_ = FileDescriptor(::fcntl(socket->get(), F_DUPFD_CLOEXEC, 0));
  workbench_ = std::make_unique<LineConnection>(host_, *std::move(socket), LineConnection::Peer::server);
  state_ = State::greeting;
  greeting_limit_ = host_.loop().after(std::min(base::process_limits(host_).server_start, kMaxGreeting),
                                       [this] { handle_silent_workbench(); });
  workbench_->start(workbench_end_);
  workbench_->send(Message(join_line({.is_rejoining = session_.was_served(), .meta_tools = {}})));
  workbench_->send(session_.greeting());
}

void JoinedClient::begin_serving() {
  state_ = State::serving;
  greeting_limit_.reset();
  if (const auto lost = std::exchange(lost_, std::nullopt)) send_to_client(session_.notices_after(*lost));
  for (Message& message : session_.resume()) workbench_->send(std::move(message));
  for (std::string& text : std::exchange(waiting_, {})) pass_client_message(std::move(text));
  client_->pause_reading(false);
}

void JoinedClient::handle_workbench_gone() {
  former_.push_back(std::move(workbench_));
  connected_.close();
  greeting_limit_.reset();
  const State before = std::exchange(state_, State::retrying);
  if (outcome_) return;
  if (before == State::serving) {
    const std::string reason = "the shared workbench has ended";
    send_to_client(session_.lose(reason));
    if (!lost_) host_.log(LogLevel::warning, "workbench", reason + "; connecting to another one");
    lost_ = reason;
  }
  if (is_finished()) return end({});
  if (attempts_ == kBeforeAttempt.size()) {
    return handle_no_workbench(why_it_ends());
  }
  next_attempt_ = host_.loop().after(kBeforeAttempt[attempts_++], [this] { connect(); });
}

/// Another one is not started in its place: it may only be slow, and have the sessions of other clients.
void JoinedClient::handle_silent_workbench() {
  ucred peer{};
  socklen_t size = sizeof peer;
  ::getsockopt(connected_.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size);
  workbench_.reset();
  connected_.close();
  handle_no_workbench("the shared workbench at " + shared_.socket().string() +
                      " accepts connections and does not answer; end its process (" + std::to_string(peer.pid) +
                      "), and the next message starts another one");
}

/// What the last attempt has added to the log, which is the reason, comes first: a client may show one line only.
std::string JoinedClient::why_it_ends() const {
  const std::string lines = shared_.log_lines_since(log_begin_);
  return lines + "the shared workbench exits when it is started" + (lines.empty() ? "" : ", as said above") +
         "; its log is " + shared_.log().string();
}

/// Before the first answer, the client receives an error as from any server that cannot start. Later, its session
/// continues, and its next message is the next attempt.
void JoinedClient::handle_no_workbench(const std::string& why) {
  state_ = State::absent;
  next_attempt_.reset();
  greeting_limit_.reset();
  if (!session_.was_served()) {
    for (std::string& text : std::exchange(waiting_, {})) record(std::move(text));
    return refuse(why);
  }
  host_.log(LogLevel::error, "workbench", why);
  attempts_ = 0;
  for (std::string& text : std::exchange(waiting_, {})) record(std::move(text));
  send_to_client(session_.fail_all(why));
  if (is_finished()) return end({});
  client_->pause_reading(false);
}

/// People look at what their client shows, which is the answer to its first request.
void JoinedClient::refuse(const std::string& why) {
  const bool has_request = session_.has_open_requests();
  send_to_client(session_.fail_all(on_one_line(why)));
  if (has_request || input_has_ended_) return end(Error{ErrorKind::unavailable, why});
  const bool is_first = !refusal_;
  refusal_ = why;
  client_->pause_reading(false);
  if (!is_first) return;
  refusal_limit_ = host_.loop().after(kMaxFirstRequest, [this] { end(Error{ErrorKind::unavailable, *refusal_}); });
}

// --- the end ---------------------------------------------------------------------------------------------------------

/// The workbench sees the end of the input, answers the open requests, and closes the connection.
void JoinedClient::handle_end_of_input() {
  input_has_ended_ = true;
  if (refusal_) return end(Error{ErrorKind::unavailable, *refusal_});
  if (is_finished()) return end({});
  drain_ = host_.loop().after(base::process_limits(host_).drain, [this] { end({}); });
}

bool JoinedClient::is_finished() const {
  return input_has_ended_ && waiting_.empty() && !session_.has_open_requests();
}

/// Messages for the client that are queued are still written.
void JoinedClient::end(Result<void> outcome) {
  if (outcome_) return;
  outcome_ = std::move(outcome);
  next_attempt_.reset();
  greeting_limit_.reset();
  refusal_limit_.reset();
  client_->close();
}

void JoinedClient::handle_client_gone() {
  next_attempt_.reset();
  ended_(outcome_.value_or(Result<void>()));
}

}  // namespace workbench::app
