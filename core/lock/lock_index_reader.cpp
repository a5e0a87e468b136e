#include "lock/lock_index_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include <workbench/detail/utf8.hpp>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "lock/json_text.hpp"
#include "lock/lock_scheme.hpp"
#include "lock/special_text.hpp"
#include "lock/text_pattern.hpp"

namespace workbench::lock {
namespace {

constexpr std::string_view kRemedy =
    R"(; correct the line, restore the file from version control, or write it again with "mcp-workbench lock")";

/// A text of the file in an error message.
std::string shown(std::string_view text) {
  constexpr std::size_t kMaxNameBytes = 80;
  return base::in_quotes(base::shortened(base::visible_line(text), kMaxNameBytes));
}

std::string_view line_with(std::string_view text, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(first, text.find('\n', first) - first);
}

bool is_conflict_mark(std::string_view line) {
  return line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>");
}

/// Where a text that is not UTF-8 ceases to be; absent: it is UTF-8. Mostly it is ASCII, of which it reads eight at
/// once.
std::optional<std::size_t> first_invalid_byte(std::string_view text) {
  constexpr std::uint64_t kHighs = 0x8080808080808080U;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    std::uint64_t eight = 0;
    while (end - at >= 8 && (std::memcpy(&eight, at, 8), (eight & kHighs) == 0)) at += 8;
    if (at == end) break;
    const bool is_ascii = static_cast<unsigned char>(*at) < 0x80;
    const std::size_t length = is_ascii ? 1 : workbench::detail::utf8_length(at, end);
    if (length == 0) return static_cast<std::size_t>(at - text.data());
    at += length;
  }
  return std::nullopt;
}

/// Removes blanks and the characters of `others` from the beginning.
void pass(std::string_view& text, std::string_view others) {
  const auto is_passed = [others](char byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t' || others.find(byte) != std::string_view::npos;
  };
  text.remove_prefix(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_passed) - text.begin()));
}

/// Removes the string at the beginning; returns what is between its quotes.
std::string_view extract_string(std::string_view& text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2U : 1U;
  const std::string_view string = text.substr(1, end - 1);
  text.remove_prefix(std::min(end + 1, text.size()));
  return string;
}

/// The first word in braces that is not a placeholder, in the pattern that follows its key: a string, or an array of
/// strings.
std::optional<std::string> unknown_in_pattern(std::string_view after_key) {
  pass(after_key, ":");
  const bool is_array = after_key.starts_with('[');
  if (is_array) pass(after_key, "[");
  while (after_key.starts_with('"')) {
    if (auto unknown = unknown_placeholder(extract_string(after_key))) return unknown;
    if (!is_array) break;
    pass(after_key, ",");
  }
  return std::nullopt;
}

/// Whether a string begins or ends there; a quote inside of one has a backslash in front.
bool is_quote(std::string_view text, std::size_t at) {
  return text[at] == '"' && (at == 0 || text[at - 1] != '\\');
}

bool by_name(std::string_view one, std::string_view other) {
  return one < other;
}

}  // namespace

Result<LockIndex> LockIndex::read(std::string text) {
  return LockIndexReader().read(std::move(text));
}

Result<LockIndex> LockIndexReader::read(std::string text) {
  if (text.size() > kMaxLockFileBytes) {
    return Error{ErrorKind::invalid_argument, "it is larger than 256 MiB; is it a lock file?"};
  }
  index_.text_ = std::make_unique<const std::string>(std::move(text));
  if (const auto invalid = first_invalid_byte(*index_.text_)) return wrong_syntax({*invalid, "it is not UTF-8"});
  if (const auto failure = index_.tape_.read(*index_.text_)) return wrong_syntax(*failure);
  if (const auto done = read_file(); !done) return done.error();
  if (const auto done = check_patterns(); !done) return done.error();
  return std::move(index_);
}

Result<void> LockIndexReader::read_file() {
  const Value root = index_.tape_.root();
  if (const auto done = read_scheme(root); !done) return done;
  const auto servers = member(root, "servers");
  if (!servers || servers->kind() != JsonKind::object) return wrong(root, R"(it has no object "servers")");
  for (Value key = servers->first(); !(key == servers->end()); key = key.next().next()) {
    if (const auto done = read_server(key); !done) return done;
  }
  return {};
}

/// A file with another scheme may mean something else by the same words.
Result<void> LockIndexReader::read_scheme(Value root) {
  const auto scheme = member(root, "scheme");
  if (!scheme) return wrong(root, R"(it has no number "scheme")");
  if (scheme->kind() == JsonKind::number && equal_numbers(scheme->scalar(), std::to_string(kLockScheme))) return {};
  return Error{ErrorKind::invalid_argument, "line " + std::to_string(line_at(*index_.text_, scheme->offset())) +
                                                ": its scheme is not " + std::to_string(kLockScheme) +
                                                R"(, so another version of mcp-workbench wrote it; use that version, )"
                                                R"(or write it again with "mcp-workbench lock")"};
}

Result<void> LockIndexReader::read_server(Value key) {
  if (key.next().kind() != JsonKind::object) return wrong(key, "a server is not an object");
  const auto [server, is_new] = index_.servers_.try_emplace(decoded(key.raw_string()));
  if (!is_new) return wrong(key, "the server " + shown(server->first) + " is there twice");
  server->second.offset = key.offset();
  const Value sections = key.next();
  for (Value section = sections.first(); !(section == sections.end()); section = section.next().next()) {
    if (const auto done = read_section(server->second, section); !done) return done;
  }
  return {};
}

Result<void> LockIndexReader::read_section(LockIndex::IndexedServer& server, Value key) {
  const auto kind = section_kind(key.raw_string());
  if (!kind) return wrong(key, shown(key.raw_string()) + " is not a section of a server");
  if (key.next().kind() != JsonKind::object) return wrong(key, "a section is not an object");
  std::vector<LockIndex::NamedItem>& items = server.sections[static_cast<std::size_t>(*kind)];
  if (!items.empty()) return wrong(key, "the section is there twice");
  if (!has_names(*kind)) return read_item(items, key, {});
  const Value section = key.next();
  for (Value item = section.first(); !(item == section.end()); item = item.next().next()) {
    if (const auto done = read_item(items, item, name_of(item)); !done) return done;
  }
  return sort(items);
}

Result<void> LockIndexReader::read_item(std::vector<LockIndex::NamedItem>& items, Value key, std::string_view name) {
  if (!member(key.next(), "definition")) return wrong(key, R"(an item has no "definition")");
  items.push_back({name, key.index()});
  return {};
}

Result<void> LockIndexReader::sort(std::vector<LockIndex::NamedItem>& items) {
  const auto name = [](const LockIndex::NamedItem& item) { return item.name; };
  if (!std::ranges::is_sorted(items, by_name, name)) std::ranges::sort(items, by_name, name);
  const auto twice = std::ranges::adjacent_find(items, std::ranges::equal_to(), name);
  if (twice == items.end()) return {};
  return wrong(index_.tape_.value(std::next(twice)->key), "the item " + shown(twice->name) + " is there twice");
}

std::string_view LockIndexReader::name_of(Value key) {
  const std::string_view raw = key.raw_string();
  return raw.find('\\') == std::string_view::npos ? raw : index_.decoded_names_.emplace_front(decoded(raw));
}

Result<void> LockIndexReader::check_patterns() const {
  const std::string_view text = *index_.text_;
  const std::string key = std::string(kPatternKey) + "\"";  // not its first quote: the text has very many
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (!is_quote(text, at - 1)) continue;  // a server's own key, or not a key
    if (const auto unknown = unknown_in_pattern(text.substr(at + key.size()))) {
      return wrong_at(at, shown(*unknown) +
                              " is not a placeholder of a pattern; they are {date}, {time}, {path}, {id} "
                              "and {number}, and a brace is written twice");
    }
  }
  return {};
}

Error LockIndexReader::wrong_syntax(const JsonTape::Failure& failure) const {
  if (is_conflict_mark(line_with(*index_.text_, failure.offset)))
    return wrong_at(failure.offset, "it has the marks of a merge conflict");
  return wrong_at(failure.offset, failure.message);
}

Error LockIndexReader::wrong(Value at, std::string_view what) const {
  return wrong_at(at.offset(), what);
}

Error LockIndexReader::wrong_at(std::size_t offset, std::string_view what) const {
  return {ErrorKind::invalid_argument,
          "line " + std::to_string(line_at(*index_.text_, offset)) + ": " + std::string(what).append(kRemedy)};
}

}  // namespace workbench::lock
