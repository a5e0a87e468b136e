#include "json_digest.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json_cursor.hpp"
#include "shown_text.hpp"

namespace workbench::approvals {
namespace {

// Each value has a digest of its own, made of its kind and of the digests of what is in it: so no two values of
// different kinds or shapes are written alike, and a deep value takes no more time than a flat one.
ContentDigest digest_of_value(JsonCursor& cursor, std::size_t depth);

/// Where containers are nested deeper, their text counts as it is, keys in its order: the stack is limited.
constexpr std::size_t kMaxComparedDepth = 200;

std::string decoded(std::string_view raw) {
  if (raw.find('\\') == std::string_view::npos) return std::string(raw);
  std::string text;
  JsonCharacters characters(raw);
  while (const auto character = characters.next()) append_utf8(text, *character);
  return text;
}

ContentDigest digest_of_object(JsonCursor& cursor, std::size_t depth) {
  std::vector<std::pair<std::string, ContentDigest>> members;
  while (cursor.peek() == '"') {
    std::string key = decoded(cursor.string());
    static_cast<void>(cursor.skip(':'));
    members.emplace_back(std::move(key), digest_of_value(cursor, depth + 1));
    static_cast<void>(cursor.skip(','));
  }
  static_cast<void>(cursor.skip('}'));
  std::stable_sort(members.begin(), members.end(),
                   [](const auto& one, const auto& other) { return one.first < other.first; });
  DigestWriter writer;
  writer.add("{");
  for (const auto& [key, digest] : members) {
    writer.add(bytes_of(digest_of(key)));
    writer.add(bytes_of(digest));
  }
  return writer.finish();
}

ContentDigest digest_of_array(JsonCursor& cursor, std::size_t depth) {
  DigestWriter writer;
  writer.add("[");
  while (cursor.peek() != ']' && cursor.peek() != '\0') {
    writer.add(bytes_of(digest_of_value(cursor, depth + 1)));
    static_cast<void>(cursor.skip(','));
  }
  static_cast<void>(cursor.skip(']'));
  return writer.finish();
}

ContentDigest digest_of_value(JsonCursor& cursor, std::size_t depth) {
  const char first = cursor.peek();
  if (depth == kMaxComparedDepth && (first == '{' || first == '[')) return digest_of(cursor.container());
  if (cursor.skip('{')) return digest_of_object(cursor, depth);
  if (cursor.skip('[')) return digest_of_array(cursor, depth);
  if (cursor.peek() == '"') return digest_of('"' + decoded(cursor.string()));
  return digest_of(cursor.word());
}

}  // namespace

ContentDigest json_digest(const Json& value) {
  JsonCursor cursor(value.is_absent() ? std::string_view("{}") : value.text());
  return digest_of_value(cursor, 0);
}

}  // namespace workbench::approvals
