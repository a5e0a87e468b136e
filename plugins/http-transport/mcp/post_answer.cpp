#include "mcp/post_answer.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "http-shared/json_text.hpp"
#include "mcp/refusal.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kMaxBeginning = 4096;  // of a message that cannot be read
constexpr std::size_t kMaxBatch = 1'000;

}  // namespace

void PostAnswer::begin_anew() {
  refusal_.clear();
  says_not_taken_up_ = false;
  has_more_ = false;
}

Result<bool> PostAnswer::deliver(std::string text, const bool& is_over) {
  const JsonAccess& json = endpoint_.json();
  const std::string beginning = text.substr(0, kMaxBeginning);
  auto message = json.checked_message(endpoint_.as_utf8(std::move(text)));
  // The host can often find its id there.
  if (!message) {
    record_unreadable();
    delivery_.report_undeliverable(message.error(), beginning);
    return false;
  }
  if (message->whole.kind() != JsonKind::array) return deliver_message(*std::move(message));
  if (has_more_elements(message->whole, kMaxBatch)) {
    return Error{ErrorKind::protocol, "the server at " + endpoint_.origin() + " sent a batch of more than " +
                                          std::to_string(kMaxBatch) + " messages"};
  }
  bool has_response = false;
  const auto elements = json.elements(message->whole);
  for (const Json& element : *elements) {
    auto checked = json.checked_message(std::string(element.text()));
    if (checked && !is_over) has_response = deliver_message(*std::move(checked)) || has_response;
  }
  return has_response;
}

/// Returns whether it is the response.
bool PostAnswer::deliver_message(CheckedMessage message) {
  const bool is_response = message.method.is_absent() && is_same_id(message.id, outgoing_.id);
  if (!is_response) {
    const Incoming incoming{message.id, message.result, message.error, !message.method.is_absent()};
    const bool is_refusal = outgoing_.is_request() && incoming.is_refusal_of(outgoing_.id);
    has_more_ = has_more_ || !is_refusal || !refusal_.empty();
    if (is_refusal) {
      refusal_ = message.whole.text();
      says_not_taken_up_ = says_not_taken_up(code_of(endpoint_.json(), message.error));
      return false;
    }
    if (outgoing_.is_request()) message.related_request = outgoing_.id.text();
    delivery_.deliver(std::move(message));
    return false;
  }
  is_given_ = true;
  is_result_ = !message.result.is_absent();
  doubts_session_ = !message.error.is_absent() && may_concern_session(code_of(endpoint_.json(), message.error));
  deliver_response(std::move(message));
  return true;
}

/// Records data of the response that later requests need.
void PostAnswer::deliver_response(CheckedMessage message) {
  const JsonAccess& json = endpoint_.json();
  if (outgoing_.method == "initialize" && !message.result.is_absent()) {
    Negotiated found = read_negotiated(json, message.result);
    found.session_id = std::move(endpoint_.negotiated().session_id);
    endpoint_.negotiated() = std::move(found);
  }
  if (outgoing_.method != "tools/list" || !outgoing_.is_modern()) return delivery_.deliver(std::move(message));
  std::vector<std::string> dropped;
  std::string text = endpoint_.tool_headers().learn(message.whole, message.result, dropped);
  for (const std::string& sentence : dropped) endpoint_.log(LogLevel::warning, sentence);
  delivery_.deliver(std::move(text));
}

void PostAnswer::deliver_error(std::string message) {
  is_given_ = true;
  delivery_.deliver(std::move(message));
}

void PostAnswer::fail(const std::string& text) {
  if (outgoing_.is_request()) {
    if (!std::exchange(is_given_, true)) delivery_.fail_request(outgoing_.id, text);
  } else {
    log_undelivered(text);
  }
}

void PostAnswer::fail(const Error& not_carried_out) {
  if (outgoing_.is_request()) {
    if (!std::exchange(is_given_, true)) delivery_.refuse_request(outgoing_.id, not_carried_out);
  } else {
    log_undelivered(not_carried_out.message);
  }
}

void PostAnswer::log_undelivered(const std::string& why) {
  const std::string what = outgoing_.method.empty() ? "a response" : outgoing_.method;
  endpoint_.log(LogLevel::warning, what + " was not delivered: " + why);
}

}  // namespace workbench::http::transport
