// A text is accepted as a message if another implementation of JSON and JSON-RPC accepts it, and says the same there;
// ids and payloads are slices of the text; what is written from them reads as what it was written from.

#include "envelope_model.hpp"
#include "fuzzing.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/envelope.hpp"
#include "jsonrpc/write.hpp"

namespace {

using namespace workbench;
using namespace workbench::jsonrpc;
using fuzzing::require;

constexpr std::size_t kMaxDepth = 64;

std::string text_of(const Message& message) {
  std::string text;
  for (const Message::Piece& piece : message.pieces()) text.append(piece.text());
  return text;
}

ModelMessage::Kind kind_of(Envelope::Kind kind) {
  switch (kind) {
    case Envelope::Kind::request: return ModelMessage::Kind::request;
    case Envelope::Kind::notification: return ModelMessage::Kind::notification;
    case Envelope::Kind::result: return ModelMessage::Kind::result;
    case Envelope::Kind::error: return ModelMessage::Kind::error;
  }
  return ModelMessage::Kind::refused;
}

/// A part of the message is a slice of its text, and the value that the model has there.
void check_part(const Json& part, const std::string& expected, std::string_view whole) {
  require(part.is_absent() == expected.empty(), "a part is there if it is in the text", whole);
  if (part.is_absent()) return;
  require(whole.find(part.text()) != std::string_view::npos, "a part is a slice of the text", whole);
  require(json::without_blanks(part.text()) == part.text(), "a part has no blanks around it", whole);
  require(normalized(part.text()) == expected, "a part has the value that it has for others", whole);
}

void check_id(const Id& id, const ModelMessage& expected, std::string_view whole) {
  if (id.is_absent()) return require(expected.id.empty() || expected.id == "null", "an id is read", whole);
  require(whole.find(id.raw()) != std::string_view::npos, "an id is a slice of the text", whole);
  require(normalized(id.raw()) == expected.id, "an id has the value that it has for others", whole);
}

void check_against_model(const Envelope& message, std::string_view text) {
  const ModelMessage expected = read_model(text);
  if (expected.kind == ModelMessage::Kind::unknown) return;
  require(kind_of(message.kind) == expected.kind, "a message is of the kind that it is for others", text);
  require(message.method == expected.method, "a method is the one that it is for others", text);
  check_id(message.id, expected, text);
  check_part(message.params, expected.params, text);
  check_part(message.result, expected.result, text);
  check_part(message.error, expected.error, text);
}

Envelope read_again(const Message& written, std::string_view text) {
  const std::string again = text_of(written);
  require(again.find('\n') == std::string::npos || text.find('\n') != std::string_view::npos,
          "a message is written in one line", again);
  auto reading = read_message(again, kMaxDepth + 8);
  require(std::holds_alternative<Envelope>(reading), "what is written can be read", again);
  return std::get<Envelope>(std::move(reading));
}

void check_responses(const Envelope& request, std::string_view text) {
  const Envelope result = read_again(write_result(request.id, request.params), text);
  require(result.kind == Envelope::Kind::result && result.id == request.id && result.id.raw() == request.id.raw(),
          "a response has the id of its request, to the byte", text);
  require(request.params.is_absent() || result.result.text() == request.params.text(), "a payload stays as it is",
          text);
  const Envelope error = read_again(write_error(request.id, kInternalError, request.method, request.params), text);
  require(error.kind == Envelope::Kind::error && error.id.raw() == request.id.raw(), "an error has its request's id",
          text);
  require(code_of(error.error) == kInternalError, "an error has its code", text);
  require(fuzzing::text_of(json::member(error.error, "data")) == request.params.text(),
          "the data of an error stay as they are", text);
}

void check_rewriting(const Envelope& message, std::string_view text) {
  if (message.kind == Envelope::Kind::request) {
    const Envelope again = read_again(write_request(message.id, message.method, message.params), text);
    require(again.kind == message.kind && again.id == message.id && again.method == message.method &&
                again.params.text() == message.params.text(),
            "a request that is written again is the same", text);
    check_responses(message, text);
  } else if (message.kind == Envelope::Kind::notification) {
    const Envelope again = read_again(write_notification(message.method, message.params), text);
    require(
        again.kind == message.kind && again.method == message.method && again.params.text() == message.params.text(),
        "a notification that is written again is the same", text);
  }
}

/// What is salvaged of the beginning of a message is the id of the whole, or nothing.
void check_salvage(const Envelope& message, std::string_view text) {
  for (std::size_t size = 0; size < text.size(); size += 1 + text.size() / 32) {
    const std::string beginning(text.substr(0, size));  // with an end that a sanitizer sees
    const Unreadable salvaged = salvage(beginning);
    require(salvaged.id.is_absent() || salvaged.id == message.id, "no part of an id is salvaged", beginning);
  }
}

void check_batch(std::string_view text) {
  const auto batch = read_batch(std::string(text), kMaxDepth);
  const long expected = elements_of(text);
  const auto* messages = std::get_if<std::vector<Json>>(&batch);
  if (messages == nullptr) return;
  require(expected < 0 || static_cast<std::size_t>(expected) == messages->size(), "a batch has its messages", text);
  for (const Json& message : *messages) {
    require(text.find(message.text()) != std::string_view::npos, "a message of a batch is a slice of it", text);
    const auto in_batch = read_message(message);
    const auto alone = read_message(std::string(message.text()), kMaxDepth);
    require(in_batch.index() == alone.index(), "a message means the same in a batch", text);
  }
}

void check_reading(std::string_view text) {
  static_cast<void>(salvage(text));
  if (is_batch(text)) check_batch(text);
  const auto reading = read_message(std::string(text), kMaxDepth);
  if (const auto* message = std::get_if<Envelope>(&reading)) {
    check_against_model(*message, text);
    check_rewriting(*message, text);
    check_salvage(*message, text);
    return;
  }
  const auto& refused = std::get<Unreadable>(reading);
  require(!refused.what.empty() && refused.what.size() < 200, "there is a short reason", text);
  const ModelMessage model = read_model(text);
  const bool is_for_others = model.kind != ModelMessage::Kind::unknown && model.kind != ModelMessage::Kind::not_json &&
                             model.kind != ModelMessage::Kind::refused;
  require(!is_for_others || refused.what.find("deep") != std::string::npos, "what others accept is accepted", text);
  require(refused.id.is_absent() || text.find(refused.id.raw()) != std::string_view::npos,
          "the id of what is refused is a slice of the text", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzzing::text_of(data, size);
  fuzzing::with_each_instruction_set([text] { check_reading(text); });
  return 0;
}
