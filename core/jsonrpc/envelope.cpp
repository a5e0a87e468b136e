#include "jsonrpc/envelope.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "base/recycled.hpp"
#include "json/message_scan.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"

namespace workbench::jsonrpc {
namespace {

using json::MessageFindings;
using enum json::MessageMember;

std::string sentence(std::string_view what, std::size_t offset) {
  return std::string(what).append(", at byte ").append(std::to_string(offset));
}

/// Makes a message of the members that were found in `whole`, or says why they do not make one.
class Reader {
 public:
  Reader(const Json& whole, const MessageFindings& found) : whole_(whole), found_(found) {}

  [[nodiscard]] std::variant<Envelope, Unreadable> read() const {
    if (found_.fault) return unreadable(Unreadable::Fault::not_json, found_.fault->what, found_.fault->offset);
    if (!found_.is_object) return refuse("A message must be a JSON object");
    if (found_.duplicate) return refuse_member("occurs more than once", *found_.duplicate);
    if (!spells_version()) return refuse_member("must be \"2.0\"", kJsonrpc);
    if (has(kMethod)) return read_call();
    if (has(kResult) && has(kError)) return refuse_member("excludes `result`", kError);
    if (has(kResult)) return read_result();
    if (has(kError)) return read_error();
    return refuse("A message needs `method`, `result` or `error`");
  }

 private:
  using Reading = std::variant<Envelope, Unreadable>;

  [[nodiscard]] Reading read_call() const {
    if (has(kResult) || has(kError)) return refuse_member("excludes `result` and `error`", kMethod);
    Reading reading;
    Envelope& message = *std::get_if<Envelope>(&reading);
    message.kind = has(kId) ? Envelope::Kind::request : Envelope::Kind::notification;
    message.id = Id::from(part(kId));
    if (has(kId) && message.id.is_absent()) return refuse_member("must be a string or a number", kId);
    if (found_.value[kMethod].front() != '"') return refuse_member("must be a string", kMethod);
    message.method = json::raw_string_of(found_.value[kMethod]).decoded();
    message.params = part(kParams);
    if (has(kParams) && message.params.kind() != JsonKind::object && message.params.kind() != JsonKind::array) {
      return refuse_member("must be an object or an array", kParams);
    }
    return reading;
  }

  [[nodiscard]] Reading read_result() const {
    Reading reading;
    Envelope& message = *std::get_if<Envelope>(&reading);
    message.kind = Envelope::Kind::result;
    message.id = Id::from(part(kId));
    if (message.id.is_absent()) return refuse_member("must be a string or a number", kId);
    message.result = part(kResult);
    return reading;
  }

  [[nodiscard]] Reading read_error() const {
    Reading reading;
    Envelope& message = *std::get_if<Envelope>(&reading);
    message.kind = Envelope::Kind::error;
    message.id = Id::from(part(kId));
    if (message.id.is_absent() && has(kId) && found_.value[kId] != "null") {
      return refuse_member("must be a string, a number or null", kId);
    }
    message.error = part(kError);
    if (message.error.kind() != JsonKind::object) return refuse_member("must be an object", kError);
    return reading;
  }

  [[nodiscard]] bool has(json::MessageMember name) const { return !found_.value[name].empty(); }

  [[nodiscard]] Json part(json::MessageMember name) const {
    return has(name) ? whole_.part(found_.value[name]) : Json();
  }

  [[nodiscard]] bool spells_version() const {
    const std::string_view value = found_.value[kJsonrpc];
    return value == "\"2.0\"" || json::raw_string_of(value).equals("2.0");
  }

  [[nodiscard]] Unreadable unreadable(Unreadable::Fault fault, std::string_view what, std::size_t offset) const {
    return {fault, sentence(what, offset), Id::from(part(kId)), found_.names_method};
  }

  [[nodiscard]] Unreadable refuse(std::string_view what) const {
    return {Unreadable::Fault::not_message, std::string(what), Id::from(part(kId)), found_.names_method};
  }

  [[nodiscard]] Unreadable refuse_member(std::string_view what, json::MessageMember name) const {
    const std::string subject = std::string("`").append(json::kMessageMemberNames[name]).append("` ");
    if (!has(name)) return refuse(subject + "is missing");
    const auto offset = static_cast<std::size_t>(found_.value[name].data() - whole_.text().data());
    return unreadable(Unreadable::Fault::not_message, subject + std::string(what), offset);
  }

  const Json& whole_;
  const MessageFindings& found_;
};

std::variant<Envelope, Unreadable> read(const Json& whole, std::size_t max_depth) {
  json::MessageScan scan(whole.text(), max_depth);
  scan.finish();
  return Reader(whole, scan.findings()).read();
}

}  // namespace

std::variant<Envelope, Unreadable> read_message(std::string text, std::size_t max_depth) {
  const auto shared = std::allocate_shared<const std::string>(base::RecyclingAllocator<std::string>(), std::move(text));
  return read(Json(shared, *shared), max_depth);
}

std::variant<Envelope, Unreadable> read_message(const CheckedMessage& message) {
  MessageFindings found;
  found.is_object = message.whole.kind() == JsonKind::object;
  found.names_method = !message.method.is_absent();
  for (std::size_t member = 0; member != json::kMessageMembers; ++member) {
    if (message.repeated == json::kMessageMemberNames[member])
      found.duplicate = static_cast<json::MessageMember>(member);
  }
  found.value = {message.jsonrpc.text(), message.id.text(),     message.method.text(),
                 message.params.text(),  message.result.text(), message.error.text()};
  return Reader(message.whole, found).read();
}

// Scanned a second time: batches are rare and small, and one way of reading is better than two.
std::variant<Envelope, Unreadable> read_message(const Json& checked) {
  return read(checked, json::kMaxDepth);
}

bool is_batch(std::string_view text) {
  const std::string_view inside = json::without_blanks(text);
  return !inside.empty() && inside.front() == '[';
}

std::variant<std::vector<Json>, Unreadable> read_batch(std::string text, std::size_t max_depth) {
  const Json whole(std::move(text));
  if (const std::optional<json::Fault> fault = json::check(whole.text(), max_depth)) {
    return Unreadable{Unreadable::Fault::not_json, sentence(fault->what, fault->offset), {}, false};
  }
  return read_batch(whole.part(json::without_blanks(whole.text())));
}

std::variant<std::vector<Json>, Unreadable> read_batch(const Json& checked) {
  const auto refuse = [](std::string what) {
    return Unreadable{Unreadable::Fault::not_message, std::move(what), {}, false};
  };
  std::vector<Json> messages;
  for (json::ElementReader element(checked.text()); element.next();) {
    if (messages.size() == kMaxBatch) {
      return refuse("A batch may contain " + std::to_string(kMaxBatch) + " messages at most; divide it into several");
    }
    messages.push_back(checked.part(element.value()));
  }
  if (messages.empty()) return refuse("A batch needs at least one message");
  return messages;
}

Unreadable salvage(std::string_view beginning) {
  json::MessageScan scan(beginning, json::kMaxDepth);
  scan.finish();
  const MessageFindings& found = scan.findings();
  const Json id = found.value[kId].empty() ? Json() : Json(std::string(found.value[kId]));
  std::string what =
      "The message did not arrive whole; the received part has " + std::to_string(beginning.size()) + " bytes";
  return {Unreadable::Fault::not_json, std::move(what), Id::from(id), found.names_method};
}

}  // namespace workbench::jsonrpc
