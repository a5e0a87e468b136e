#include "properties.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "json/bytes.hpp"
#include "json/lone_surrogates.hpp"
#include "json/lookup.hpp"
#include "json/message_scan.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"
#include "json/scanner_json_access.hpp"
#include "json/source_locations.hpp"
#include "jsonrpc/envelope.hpp"

namespace {

using namespace workbench;
using namespace workbench::json;
using namespace workbench::jsonrpc;

bool accepted(std::string_view text) {
  return !check(text, json::kMaxDepth).has_value();
}

bool lies_in(std::string_view part, std::string_view whole) {
  return part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size();
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.data() + at, text.data() + text.size());
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string_view quoting(std::string_view text) {
  const Json string(quoted(text));
  if (!accepted(string.text())) return "a quoted text is not valid JSON";
  if (is_utf8(text) && characters(string) != text) return "a quoted text does not read as it was";
  return {};
}

std::string_view readers_stay_inside(std::string_view text) {
  for (json::MemberReader member(text); member.next();) {
    if (!lies_in(member.key().text, text) || !lies_in(member.value(), text)) return "a member is outside of the text";
  }
  for (json::ElementReader element(text); element.next();) {
    if (!lies_in(element.value(), text)) return "an element is outside of the text";
  }
  return {};
}

// The members as the scanner sees them, which checks, and as the reader sees them, which skips.
std::string_view same_members(std::string_view object) {
  json::Scanner scanner(object, json::kMaxDepth);
  json::MemberReader member(object);
  json::RawString key;
  if (!scanner.enter_object()) return "an accepted object cannot be entered";
  while (scanner.next_key(key)) {
    if (!member.next()) return "a member was skipped";
    const std::string_view value = scanner.value();
    if (key.text.data() != member.key().text.data() || key.text.size() != member.key().text.size() ||
        key.escaped != member.key().escaped) {
      return "a key was read differently when skipping";
    }
    if (value.data() != member.value().data() || value.size() != member.value().size()) {
      return "a value was read differently when skipping";
    }
  }
  return member.next() ? "there are members that are none" : std::string_view();
}

// Elements and what is between them make up the array.
std::string_view same_elements(std::string_view array) {
  const char* at = array.data();
  std::string_view separator = "[";
  for (json::ElementReader element(array); element.next(); separator = ",") {
    const std::string_view value = element.value();
    const std::string_view between(at, static_cast<std::size_t>(value.data() - at));
    if (json::without_blanks(between) != separator) return "between two elements there is not just a comma";
    if (!accepted(value)) return "an element is not valid JSON";
    at = value.data() + value.size();
  }
  std::string rest(at, static_cast<std::size_t>(array.data() + array.size() - at));
  rest.erase(std::remove_if(rest.begin(), rest.end(), is_blank), rest.end());
  return rest == (separator == "[" ? "[]" : "]") ? std::string_view() : "elements were left out";
}

std::string_view same_everywhere(std::string_view whole) {
  std::vector<std::string_view> pending{json::without_blanks(whole)};
  while (!pending.empty()) {
    const std::string_view value = pending.back();
    pending.pop_back();
    std::string_view broken;
    if (value.front() == '{') broken = same_members(value);
    if (value.front() == '[') broken = same_elements(value);
    if (!broken.empty()) return broken;
    for (json::MemberReader member(value); member.next();) pending.push_back(member.value());
    for (json::ElementReader element(value); element.next();) pending.push_back(element.value());
  }
  return {};
}

std::string_view message_is_sound(const Envelope& message, std::string_view text) {
  if (!accepted(text)) return "a message was read from a text that is not JSON";
  for (const Json* part : {&message.params, &message.result, &message.error}) {
    if (!part->is_absent() && !accepted(part->text())) return "a part of a message is not valid JSON";
    if (!part->is_absent() && json::without_blanks(part->text()) != part->text()) return "a part has blanks around it";
  }
  const Unreadable salvaged = salvage(text);
  if (!(salvaged.id == message.id)) return "the id of a whole message was salvaged differently";
  const std::array<std::string_view, 1> names{"method"};
  std::array<Json, 1> found;
  if (json::pick_members(Json(std::string(json::without_blanks(text))), names, found))
    return "a duplicate method was accepted";
  return characters(found[0]) == message.method ? std::string_view() : "the method was picked differently";
}

bool same_faults(const std::optional<Fault>& one, const std::optional<Fault>& other) {
  if (!one || !other) return one.has_value() == other.has_value();
  return one->offset == other->offset && one->what == other->what;
}

// Slices of all sizes, so that each place is the end of one: of the first, or after others.
std::string_view slices(std::string_view text) {
  json::MessageScan at_once(text, json::kMaxDepth);
  at_once.finish();
  for (std::size_t bytes = 1; bytes <= std::min<std::size_t>(text.size(), 70); bytes += bytes / 8 + 1) {
    json::MessageScan scan(text, json::kMaxDepth);
    std::size_t slices = 0;
    while (!scan.advance(bytes)) {
      if (++slices > text.size() + 4) return "slices do not come to an end";
    }
    const json::MessageFindings& found = scan.findings();
    const json::MessageFindings& expected = at_once.findings();
    if (!same_faults(found.fault, expected.fault)) return "slices have another fault";
    if (found.value != expected.value || found.duplicate != expected.duplicate ||
        found.names_method != expected.names_method || found.is_object != expected.is_object ||
        found.has_surrogates != expected.has_surrogates) {
      return "slices have other members";
    }
  }
  return same_faults(at_once.findings().fault, check(text, json::kMaxDepth))
             ? std::string_view()
             : "a text with its members was checked differently";
}

// A message that was checked before reads as one that was not.
std::string_view checked_reading(std::string_view text) {
  auto checked = ScannerJsonAccess(json::kMaxDepth).checked_message(std::string(text));
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark, which a text may begin with
  if (checked.has_value() != accepted(text)) return "a message was checked differently";
  if (!checked) return {};
  std::string without_breaks(text);
  std::replace_if(
      without_breaks.begin(), without_breaks.end(), [](char byte) { return byte == '\n' || byte == '\r'; }, ' ');
  const Json plain = json::without_lone_surrogates(Json(std::string(json::without_blanks(without_breaks))));
  const Json without_halves = json::without_lone_surrogates(checked->whole);
  if (without_halves.text() != plain.text()) return "a checked message has another text";
  const auto expected = read_message(std::string(checked->whole.text()), json::kMaxDepth);
  const auto read = read_message(*checked);
  if (read.index() != expected.index()) return "a checked message was read differently";
  if (const auto* message = std::get_if<Envelope>(&read)) {
    const auto& other = std::get<Envelope>(expected);
    const bool is_same = message->kind == other.kind && message->id.raw() == other.id.raw() &&
                         message->method == other.method && message->params.text() == other.params.text() &&
                         message->result.text() == other.result.text() && message->error.text() == other.error.text();
    return is_same ? std::string_view() : "a checked message has other members";
  }
  const auto& refused = std::get<Unreadable>(read);
  const auto& other = std::get<Unreadable>(expected);
  const bool is_same = refused.fault == other.fault && refused.what == other.what && refused.id == other.id &&
                       refused.is_request == other.is_request;
  return is_same ? std::string_view() : "a checked message was refused differently";
}

std::string_view reading(std::string_view text) {
  const auto read = read_message(std::string(text), json::kMaxDepth);
  if (const auto* message = std::get_if<Envelope>(&read)) return message_is_sound(*message, text);
  const bool is_json = std::get<Unreadable>(read).fault == Unreadable::Fault::not_message;
  if (is_json != accepted(text)) return "whether it is JSON was judged differently";
  return std::get<Unreadable>(read).what.empty() ? "no reason was given" : std::string_view();
}

}  // namespace

std::string broken_promise(std::string_view text) {
  // A copy of just this size, so that a sanitizer sees every byte read too many.
  const std::vector<char> exact(text.begin(), text.end());
  const std::string_view copy(exact.data(), exact.size());

  const std::optional<json::Fault> fault = check(copy, json::kMaxDepth);
  if (fault && (fault->offset > copy.size() || fault->what.empty())) return "a fault has no place in the text";
  for (const auto& promise : {quoting, readers_stay_inside, slices, checked_reading, reading}) {
    if (const std::string_view broken = promise(copy); !broken.empty()) return std::string(broken);
  }
  if (fault) return {};
  if (const std::string_view broken = same_everywhere(copy); !broken.empty()) return std::string(broken);
  const json::SourceLocations locations(copy);
  return locations.offset_of("$") ? std::string() : "a text has no root";
}
