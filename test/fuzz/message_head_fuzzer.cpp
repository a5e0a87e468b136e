// What the listener reads of a message agrees with what the host reads of it, and with the members of its JSON.

#include <optional>
#include <variant>

#include "fuzzing.hpp"
#include "http-shared/mirrored_name.hpp"
#include "json/scanner_json_access.hpp"
#include "jsonrpc/envelope.hpp"
#include "mcp/message_head.hpp"
#include "mcp/mirrored_headers.hpp"

namespace {

using namespace workbench;
using namespace workbench::http;
using fuzzing::require;
using jsonrpc::Envelope;

constexpr std::size_t kMaxDepth = 64;
const json::ScannerJsonAccess kJson(kMaxDepth);

/// The first member of this name, found in the list of all; absent: there is none, or `object` is no object.
Json first_member(const Json& object, std::string_view name) {
  const auto members = kJson.members(object);
  if (!members) return {};
  for (const JsonMember& member : *members) {
    if (member.key == name) return member.value;
  }
  return {};
}

std::string characters(const Json& value) {
  const auto text = kJson.characters(value);
  return text ? *text : std::string();
}

MessageHead::Kind kind_of(const Envelope& envelope) {
  if (envelope.kind == Envelope::Kind::request) return MessageHead::Kind::request;
  return envelope.kind == Envelope::Kind::notification ? MessageHead::Kind::notification : MessageHead::Kind::response;
}

/// Compares the head with what the host reads.
void compare(const Envelope& envelope, const MessageHead& head) {
  require(kind_of(envelope) == head.kind, "the host reads the same kind of message");
  require(envelope.id.raw() == head.id.text(), "the host reads the same id", head.id.text());
  require(envelope.method == head.method, "the host reads the same method", head.method);
}

/// Compares the head's data of `params` with its members.
void check_params(const Json& message, const MessageHead& head) {
  const Json params = first_member(message, "params");
  if (head.method == "notifications/cancelled") {
    const Json id = first_member(params, "requestId");
    require(head.cancelled.text() == id.text(), "a cancellation names its request", head.cancelled.text());
  }
  const std::string_view mirrored = workbench::http::mirrored_name(head.method).member;
  if (!mirrored.empty()) {
    const Json name = first_member(params, mirrored);
    require(head.has_name == (name.kind() == JsonKind::string), "a name is a string");
    require(head.name == characters(name), "the name is that of the body", head.name);
  } else {
    require(!head.has_name && head.name.empty(), "other methods have no name", head.name);
  }
  const Json meta = first_member(params, "_meta");
  const Json version = first_member(meta, "io.modelcontextprotocol/protocolVersion");
  const Json capabilities = first_member(meta, "io.modelcontextprotocol/clientCapabilities");
  require(head.is_modern == !version.is_absent(), "a modern message has a protocol version");
  if (!head.is_modern) return;
  require(head.protocol_version == characters(version), "the version is that of the body", head.protocol_version);
  const bool has_capabilities = capabilities.kind() == JsonKind::object;
  require(head.capabilities.text() == (has_capabilities ? capabilities.text() : std::string_view()),
          "the capabilities are those of the body", head.capabilities.text());
  require(head.has_complete_metadata == (has_capabilities && !head.protocol_version.empty()),
          "complete metadata is complete");
}

/// The host ignores a notification whose params are an array, as servers may send an empty one in place of an object;
/// the listener refuses it, because its client is answered with an HTTP status.
bool is_ignored_by_host(const Envelope& envelope) {
  return envelope.kind == Envelope::Kind::notification && envelope.params.kind() == JsonKind::array;
}

void check_id(std::string_view id) {
  if (id.empty()) return;
  const std::string normal = normalize_id(id, kJson);
  require(normalize_id(normal, kJson) == normal, "a normalized id stays as it is", id);
  require(kJson.checked(normal).has_value(), "a normalized id is JSON", id);
  require(characters(Json(normal)) == characters(Json(std::string(id))), "a normalized id is the same string", id);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(fuzzing::text_of(data, size));
  const auto message = kJson.checked_message(text);
  // Transports leave it out of what the host reads.
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const auto by_host = jsonrpc::read_message(text, kMaxDepth);
  const Envelope* const envelope = std::get_if<Envelope>(&by_host);
  if (!message) {
    require(envelope == nullptr, "the host reads no message that is not JSON");
    return 0;
  }
  if (message->whole.kind() == JsonKind::array) return 0;
  const auto head = read_head(*message, kJson);
  require(head.has_value() || envelope == nullptr || is_ignored_by_host(*envelope), "what the host accepts is accepted",
          head ? "" : head.error().message);
  if (!head) {
    check_id(readable_id(*message));
    return 0;
  }
  require(envelope != nullptr, "what the host refuses is refused", text);
  compare(*envelope, *head);
  if (head->kind == MessageHead::Kind::response) {
    require(!head->is_modern && !head->has_name, "a response has no parameters, whatever members it has");
  } else {
    check_params(message->whole, *head);
  }
  check_id(head->id.text());
  return 0;
}
