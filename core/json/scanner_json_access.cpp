#include "json/scanner_json_access.hpp"

#include <utility>

#include "json/bytes.hpp"
#include "json/escape.hpp"
#include "json/lone_surrogates.hpp"
#include "json/lookup.hpp"
#include "json/message_scan.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"

namespace workbench::json {
namespace {

std::string_view name_of(JsonKind kind) {
  switch (kind) {
    case JsonKind::absent: return "no value";
    case JsonKind::object: return "an object";
    case JsonKind::array: return "an array";
    case JsonKind::string: return "a string";
    case JsonKind::number: return "a number";
    case JsonKind::boolean: return "a boolean";
    case JsonKind::null: return "null";
  }
  return "something else";
}

Error expected(JsonKind kind, const Json& value) {
  std::string message = "Expected ";
  message.append(name_of(kind)).append(", received ").append(name_of(value.kind()));
  return {ErrorKind::invalid_argument, std::move(message)};
}

Error invalid(const Fault& fault) {
  std::string message = "Invalid JSON: ";
  message.append(fault.what).append(", at byte ").append(std::to_string(fault.offset));
  return {ErrorKind::protocol, std::move(message)};
}

/// "Implementations that parse JSON texts MAY ignore the presence of a byte order mark rather than treating it as an
/// error" (RFC 8259, section 8.1). Programs whose source files begin with one write one before each text.
std::string without_byte_order_mark(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

CheckedMessage message_of(std::shared_ptr<const std::string> text, const MessageFindings& found) {
  const auto part = [&](MessageMember member) {
    return found.value[member].empty() ? Json() : Json(text, found.value[member]);
  };
  CheckedMessage message;
  message.jsonrpc = part(kJsonrpc);
  message.id = part(kId);
  message.method = part(kMethod);
  message.params = part(kParams);
  message.result = part(kResult);
  message.error = part(kError);
  if (found.duplicate) message.repeated = kMessageMemberNames[*found.duplicate];
  const std::string_view whole = without_blanks(*text);
  message.whole = Json(std::move(text), whole);
  return message;
}

/// A text that is scanned in slices. Line breaks are replaced in the scanned part: valid JSON can have them only
/// between tokens, where a blank is equivalent; in a transport that frames messages by lines they would end the
/// message.
/// In a result or an error, halves of surrogate pairs are replaced as well. What a client requests stays to the byte.
class SlicedCheck final : public MessageCheck {
 public:
  SlicedCheck(std::string text, std::size_t max_depth)
      : text_(std::make_shared<std::string>(without_byte_order_mark(std::move(text)))), scan_(*text_, max_depth) {}

  bool advance(std::size_t bytes) override {
    const std::size_t begin = scan_.offset();
    const bool is_done = scan_.advance(bytes);
    replace_line_breaks(text_->data() + begin, text_->data() + scan_.offset());
    return is_done;
  }

  Result<CheckedMessage> result() override {
    static_cast<void>(advance(text_->size() + 1));
    const MessageFindings& found = scan_.findings();
    if (found.fault) return invalid(*found.fault);
    if (found.has_surrogates) {
      for (const MessageMember member : {kResult, kError}) replace_surrogates_in(found.value[member]);
    }
    return message_of(std::move(text_), found);
  }

 private:
  void replace_surrogates_in(std::string_view value) {
    if (value.empty()) return;
    char* const begin = text_->data() + (value.data() - text_->data());
    replace_lone_surrogates(begin, begin + value.size());
  }

  std::shared_ptr<std::string> text_;
  MessageScan scan_;
};

}  // namespace

Result<std::vector<JsonMember>> ScannerJsonAccess::members(const Json& object) const {
  if (object.kind() != JsonKind::object) return expected(JsonKind::object, object);
  return json::members(object);
}

Result<PickedMembers> ScannerJsonAccess::pick(const Json& object, std::span<const std::string_view> names,
                                              std::span<Json> found) const {
  for (Json& value : found) value = Json();
  if (object.kind() != JsonKind::object) return expected(JsonKind::object, object);
  PickedMembers picked;
  for (MemberReader member(object.text()); member.next();) {
    std::size_t index = 0;
    while (index != names.size() && !member.key().equals(names[index])) ++index;
    if (index == names.size()) {
      if (!picked.other) picked.other = member.key().decoded();
    } else if (found[index].is_absent()) {
      found[index] = object.part(member.value());
    } else if (!picked.repeated) {
      picked.repeated = std::string(names[index]);
    }
  }
  return picked;
}

Result<std::vector<Json>> ScannerJsonAccess::elements(const Json& array) const {
  if (array.kind() != JsonKind::array) return expected(JsonKind::array, array);
  return json::elements(array);
}

Result<std::string> ScannerJsonAccess::characters(const Json& string) const {
  if (string.kind() != JsonKind::string) return expected(JsonKind::string, string);
  return json::characters(string);
}

std::string ScannerJsonAccess::quoted(std::string_view characters) const {
  return json::quoted(characters);
}

Result<Json> ScannerJsonAccess::checked(std::string text) const {
  text = without_byte_order_mark(std::move(text));
  if (const std::optional<Fault> fault = check(text, max_depth_)) return invalid(*fault);
  replace_line_breaks(text.data(), text.data() + text.size());
  const auto buffer = std::make_shared<const std::string>(std::move(text));
  return Json(buffer, without_blanks(*buffer));
}

Result<CheckedMessage> ScannerJsonAccess::checked_message(std::string text) const {
  return SlicedCheck(std::move(text), max_depth_).result();
}

std::unique_ptr<MessageCheck> ScannerJsonAccess::begin_check(std::string text) const {
  return std::make_unique<SlicedCheck>(std::move(text), max_depth_);
}

}  // namespace workbench::json
