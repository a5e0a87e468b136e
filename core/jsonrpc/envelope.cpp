#include "jsonrpc/envelope.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <workbench/valid_utf8.hpp>

#include "base/ascii.hpp"
#include "base/recycled.hpp"
#include "json/lookup.hpp"
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

/// Whether the members that were found make an object a message or a broken one. `jsonrpc` does; `method`, `result` and
/// `error` do only among nothing but members of messages: the lines of a log may have any of them.
bool is_like_message(const Json& object, const MessageFindings& found) {
  if (!found.value[kJsonrpc].empty()) return true;
  if (found.value[kMethod].empty() && found.value[kResult].empty() && found.value[kError].empty()) return false;
  const auto is_of_messages = [](std::string_view key) {
    return std::find(json::kMessageMemberNames.begin(), json::kMessageMemberNames.end(), key) !=
           json::kMessageMemberNames.end();
  };
  return json::members_without(object, is_of_messages).empty();
}

/// The same for a text that is not JSON, as far as it goes.
bool is_like_message(std::string_view broken) {
  constexpr std::array<std::string_view, 4> kMarks{R"("jsonrpc")", R"("method")", R"("result")", R"("error")"};
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return broken.find(mark) != std::string_view::npos; });
}

/// Why a text is not JSON. Some frame their messages as the Language Server Protocol does: the header precedes a
/// message, or follows the one before on the same line.
std::string fault_sentence(std::string_view text, const json::Fault& fault) {
  constexpr std::string_view kHeader = "content-length:";
  for (const std::string_view part : {json::without_blanks(text), text.substr(std::min(fault.offset, text.size()))}) {
    if (base::ascii_lower(part.substr(0, kHeader.size())) == kHeader) return std::string(kContentLengthFraming);
  }
  return sentence(fault.what, fault.offset);
}

/// Makes a message of the members that were found in `whole`, or says why they do not make one.
class Reader {
 public:
  Reader(const Json& whole, const MessageFindings& found) : whole_(whole), found_(found) {}

  [[nodiscard]] std::variant<Envelope, Unreadable> read() const {
    if (found_.fault) return refuse_text(*found_.fault);
    if (!found_.is_object) return refuse("A message must be a JSON object");
    if (found_.duplicate) return refuse_member("occurs more than once", *found_.duplicate);
    if (!spells_version()) return refuse_member("must be \"2.0\"", kJsonrpc);
    if (has(kMethod)) return read_call();
    // Some peers write both members and null for the one that is not meant.
    const bool has_error = has(kError) && found_.value[kError] != "null";
    if (has_error && has(kResult) && found_.value[kResult] != "null") return refuse_member("excludes `result`", kError);
    if (has(kResult) && !has_error) return read_result();
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
    if (message.error.kind() == JsonKind::null) return refuse_member("must be an object", kError);
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

  [[nodiscard]] Unreadable refuse_text(const json::Fault& fault) const {
    return {Unreadable::Fault::not_json, fault_sentence(whole_.text(), fault), Id::from(part(kId)), found_.names_method,
            !is_like_message(whole_.text())};
  }

  [[nodiscard]] Unreadable refuse(std::string what) const {
    return {Unreadable::Fault::not_message, std::move(what), Id::from(part(kId)), found_.names_method,
            found_.is_object && !is_like_message(whole_, found_)};
  }

  [[nodiscard]] Unreadable refuse_member(std::string_view what, json::MessageMember name) const {
    const std::string subject = std::string("`").append(json::kMessageMemberNames[name]).append("` ");
    if (!has(name)) return refuse(subject + "is missing");
    const auto offset = static_cast<std::size_t>(found_.value[name].data() - whole_.text().data());
    return refuse(sentence(subject + std::string(what), offset));
  }

  const Json& whole_;
  const MessageFindings& found_;
};

std::variant<Envelope, Unreadable> read(const Json& whole, const MessageFindings& findings) {
  auto reading = Reader(whole, findings).read();
  if (auto* const message = std::get_if<Envelope>(&reading)) {
    message->has_surrogates = findings.has_surrogates;
  }
  return reading;
}

std::variant<Envelope, Unreadable> read(const Json& whole, std::size_t max_depth) {
  json::MessageScan scan(whole.text(), max_depth);
  scan.finish();
  return read(whole, scan.findings());
}

}  // namespace

std::variant<Envelope, Unreadable> read_message(std::string text, std::size_t max_depth) {
  const auto shared = std::allocate_shared<const std::string>(base::RecyclingAllocator<std::string>(), std::move(text));
  return read(Json(shared, *shared), max_depth);
}

/// A message of valid UTF-8, which nearly all are, is scanned once.
std::variant<Envelope, Unreadable> read_message_of_any_bytes(std::string text, std::size_t max_depth,
                                                             bool& has_other_bytes) {
  const auto shared = std::allocate_shared<std::string>(base::RecyclingAllocator<std::string>(), std::move(text));
  json::MessageScan scan(*shared, max_depth);
  scan.finish();
  const bool is_valid = !scan.findings().fault || scan.findings().fault->what != json::kInvalidUtf8;
  if (is_valid || !replace_invalid_utf8(*shared)) return read(Json(shared, *shared), scan.findings());
  has_other_bytes = true;
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
  return {Unreadable::Fault::not_json, std::move(what), Id::from(id), found.names_method, !is_like_message(beginning)};
}

}  // namespace workbench::jsonrpc
