#include "jsonrpc/envelope.hpp"

#include <array>
#include <optional>
#include <utility>

#include "json/bytes.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"

namespace workbench::jsonrpc {
namespace {

/// The members of a message that mean something to us.
enum Name : std::size_t { kJsonrpc, kId, kMethod, kParams, kResult, kError, kNames };
constexpr std::array<std::string_view, kNames> kSpelled{"jsonrpc", "id", "method", "params", "result", "error"};

/// What one pass over a message's text found, as far as it came.
struct Findings {
  std::array<std::string_view, kNames> value;  // the first of each, without blanks; empty: not there
  std::optional<Name> duplicate;
  bool names_method = false;  // even if the method itself could not be read
  bool is_object = false;
  std::optional<json::Fault> fault;
};

/// For a key without escapes, as nearly all are. The length first: what is left to compare is then of a known size.
Name name_of_plain(std::string_view key) {
  switch (key.size()) {
    case 2: return key == "id" ? kId : kNames;
    case 5: return key == "error" ? kError : kNames;
    case 6: return key == "params" ? kParams : key == "result" ? kResult : key == "method" ? kMethod : kNames;
    case 7: return key == "jsonrpc" ? kJsonrpc : kNames;
    default: return kNames;
  }
}

Name name_of(const json::RawString& key) {
  if (!key.escaped) return name_of_plain(key.text);
  for (std::size_t name = 0; name != kNames; ++name) {
    if (key.equals(kSpelled[name])) return static_cast<Name>(name);
  }
  return kNames;
}

// A number that ends where the text ends may be the beginning of a longer one; so may one before something strange.
bool is_whole(std::string_view value, std::string_view text) {
  if (value.empty() || value.front() == '"') return !value.empty();
  const auto end = static_cast<std::size_t>(value.data() + value.size() - text.data());
  return end != text.size() && (json::is_blank(text[end]) || text[end] == ',' || text[end] == '}');
}

Findings scan(std::string_view text, std::size_t max_depth) {
  Findings found;
  json::Scanner scanner(text, max_depth);
  found.is_object = scanner.enter_object();
  if (!found.is_object) static_cast<void>(scanner.value());
  for (json::RawString key; found.is_object && scanner.next_key(key);) {
    const Name name = name_of(key);
    found.names_method |= name == kMethod;
    const std::string_view value = scanner.value();
    if (name == kNames || !is_whole(value, text)) continue;
    if (found.value[name].empty()) {
      found.value[name] = value;
    } else if (!found.duplicate) {
      found.duplicate = name;
    }
  }
  static_cast<void>(scanner.finish());
  found.fault = scanner.fault();
  return found;
}

std::string sentence(std::string_view what, std::size_t offset) {
  return std::string(what).append(", at byte ").append(std::to_string(offset));
}

/// Makes a message of what was found in `whole`, or says why it is none.
class Reader {
 public:
  Reader(const Json& whole, const Findings& found) : whole_(whole), found_(found) {}

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

  [[nodiscard]] bool has(Name name) const { return !found_.value[name].empty(); }

  [[nodiscard]] Json part(Name name) const { return has(name) ? whole_.part(found_.value[name]) : Json(); }

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

  [[nodiscard]] Unreadable refuse_member(std::string_view what, Name name) const {
    const std::string subject = std::string("`").append(kSpelled[name]).append("` ");
    if (!has(name)) return refuse(subject + "is missing");
    const auto offset = static_cast<std::size_t>(found_.value[name].data() - whole_.text().data());
    return unreadable(Unreadable::Fault::not_message, subject + std::string(what), offset);
  }

  const Json& whole_;
  const Findings& found_;
};

std::variant<Envelope, Unreadable> read(const Json& whole, std::size_t max_depth) {
  const Findings found = scan(whole.text(), max_depth);
  return Reader(whole, found).read();
}

}  // namespace

std::variant<Envelope, Unreadable> read_message(std::string text, std::size_t max_depth) {
  return read(Json(std::move(text)), max_depth);
}

// Scanned once more: batches are rare and small, and one way of reading is better than two.
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
  std::vector<Json> messages;
  for (json::ElementReader element(json::without_blanks(whole.text())); element.next();) {
    messages.push_back(whole.part(element.value()));
  }
  if (messages.empty())
    return Unreadable{Unreadable::Fault::not_message, "A batch needs at least one message", {}, false};
  return messages;
}

Unreadable salvage(std::string_view beginning) {
  const Findings found = scan(beginning, json::kMaxDepth);
  const Json id = found.value[kId].empty() ? Json() : Json(std::string(found.value[kId]));
  std::string what = "The message did not come whole; what came has " + std::to_string(beginning.size()) + " bytes";
  return {Unreadable::Fault::not_json, std::move(what), Id::from(id), found.names_method};
}

}  // namespace workbench::jsonrpc
