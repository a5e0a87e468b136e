#include "lock/same.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lock/form_writer.hpp"
#include "lock/json_text.hpp"
#include "lock/sorted_members.hpp"
#include "lock/special_text.hpp"
#include "lock/text_pattern.hpp"

namespace workbench::lock {
namespace {

/// Which of the members of an object have been compared.
class ComparedMembers {
 public:
  [[nodiscard]] bool has(std::size_t index) const {
    return index < 64 ? (first_ >> index & 1U) != 0 : index - 64 < further_.size() && further_[index - 64];
  }
  void add(std::size_t index) {
    if (index < 64) {
      first_ |= std::uint64_t{1} << index;
      return;
    }
    if (further_.size() <= index - 64) further_.resize(2 * (index - 63));
    further_[index - 64] = true;
  }

 private:
  std::uint64_t first_ = 0;
  std::vector<bool> further_;
};

bool is_same_key(std::string_view locked, std::string_view listed) {
  const bool may_be_reserved = !listed.empty() && (listed.front() == '$' || listed.front() == '\\');
  if (!may_be_reserved) return equal_strings(locked, listed);
  return decoded(locked) == form_key(decoded(listed), FormSource::server);
}

/// The members of a locked object, to be found in about the order in which a server lists them.
class LockedMembers {
 public:
  explicit LockedMembers(JsonTape::Value object) : object_(object), next_{object.first(), 0} {}

  /// Whether there is a member with the key that was not compared yet, and it has the same value.
  [[nodiscard]] bool has(JsonTape::Value key, JsonTape::Value value) {
    const Place first = next_;
    if (!seek(key, first, object_.end()) && !seek(key, {object_.first(), 0}, first.key)) return false;
    if (!is_same(next_.key.next(), value, next_.key.raw_string())) return false;
    compared_.add(next_.index);
    next_ = behind(next_);
    return true;
  }

  /// Whether the orders differ so much that sorting the members is quicker.
  [[nodiscard]] bool is_slow() const { return passed_ > kMaxPassed; }

 private:
  static constexpr std::size_t kMaxPassed = 10'000;

  struct Place {
    JsonTape::Value key;
    std::size_t index;
  };

  [[nodiscard]] static Place behind(Place place) { return {place.key.next().next(), place.index + 1}; }

  /// Makes next_ the first place from `place` up to `end` that has the key.
  [[nodiscard]] bool seek(JsonTape::Value key, Place place, JsonTape::Value end) {
    for (; !(place.key == end); place = behind(place)) {
      ++passed_;
      if (!is_same_key(place.key.raw_string(), key.raw_string()) || compared_.has(place.index)) continue;
      --passed_;
      next_ = place;
      return true;
    }
    return false;
  }

  const JsonTape::Value object_;
  Place next_;
  ComparedMembers compared_;
  std::size_t passed_ = 0;  // members with other keys
};

bool is_same_sorted(JsonTape::Value locked, JsonTape::Value listed) {
  const std::vector<SortedMember> left = sorted_members(locked, FormSource::lock_file);
  const std::vector<SortedMember> right = sorted_members(listed, FormSource::server);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const SortedMember& one, const SortedMember& other) {
                      return one.key == other.key && is_same(one.value, other.value, one.key);
                    });
}

std::size_t count_of_members(JsonTape::Value object) {
  std::size_t count = 0;
  for_each_member(object, [&count](JsonTape::Value, JsonTape::Value) { ++count; });
  return count;
}

bool is_same_object(JsonTape::Value locked, JsonTape::Value listed) {
  LockedMembers members(locked);
  std::size_t count = 0;
  for (JsonTape::Value key = listed.first(); !(key == listed.end()); key = key.next().next()) {
    if (!members.has(key, key.next())) return false;
    if (members.is_slow()) return is_same_sorted(locked, listed);
    ++count;
  }
  return count == count_of_members(locked);
}

bool is_same_array(JsonTape::Value locked, JsonTape::Value listed) {
  JsonTape::Value left = locked.first();
  JsonTape::Value right = listed.first();
  while (!(left == locked.end()) && !(right == listed.end())) {
    if (!is_same(left, right)) return false;
    left = left.next();
    right = right.next();
  }
  return left == locked.end() && right == listed.end();
}

using Elements = std::vector<JsonTape::Value>;

Elements elements_of(JsonTape::Value array) {
  Elements elements;
  for_each_element(array, [&elements](JsonTape::Value element) { elements.push_back(element); });
  return elements;
}

/// Whether each listed element is a locked one, by comparing each with each. There are as many of both.
bool is_same_small_set(Elements locked, const Elements& listed) {
  for (const JsonTape::Value element : listed) {
    const auto found =
        std::find_if(locked.begin(), locked.end(), [&](JsonTape::Value each) { return is_same(each, element); });
    if (found == locked.end()) return false;
    std::swap(*found, locked.back());
    locked.pop_back();
  }
  return true;
}

/// The elements with their forms, sorted.
std::vector<std::pair<std::string, JsonTape::Value>> with_forms(const Elements& elements, FormSource source) {
  std::vector<std::pair<std::string, JsonTape::Value>> sorted;
  sorted.reserve(elements.size());
  for (const JsonTape::Value element : elements) sorted.emplace_back(form_of(element, source), element);
  std::sort(sorted.begin(), sorted.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
  return sorted;
}

/// Removes what has the same form in both. Patterns remain, and what they match.
void remove_equal_forms(Elements& locked, Elements& listed) {
  const auto left = with_forms(locked, FormSource::lock_file);
  const auto right = with_forms(listed, FormSource::server);
  locked.clear();
  listed.clear();
  auto one = left.begin();
  auto other = right.begin();
  while (one != left.end() || other != right.end()) {
    const int order = one == left.end() ? 1 : other == right.end() ? -1 : one->first.compare(other->first);
    if (order < 0) locked.push_back(one->second);
    if (order > 0) listed.push_back(other->second);
    if (order <= 0) ++one;
    if (order >= 0) ++other;
  }
}

/// Small sets, which most definitions have, are compared without their forms.
bool is_same_set(JsonTape::Value locked, JsonTape::Value listed) {
  constexpr std::size_t kMaxSmall = 64;
  constexpr std::size_t kMaxPatterns = 1000;
  Elements left = elements_of(locked);
  Elements right = elements_of(listed);
  if (left.size() != right.size()) return false;
  if (left.size() > kMaxSmall) remove_equal_forms(left, right);
  return left.size() <= kMaxPatterns && is_same_small_set(std::move(left), right);
}

bool is_same_text(JsonTape::Value locked, JsonTape::Value listed) {
  const auto text = special_text(locked);
  if (!text || listed.kind() != JsonKind::string) return false;
  const std::string characters = decoded(listed.raw_string());
  return text->is_pattern ? matches(text->characters, characters) : text->characters == characters;
}

}  // namespace

bool is_same(JsonTape::Value locked, JsonTape::Value listed, std::string_view key) {
  const JsonKind kind = locked.kind();
  if (kind == JsonKind::object && is_special_object(locked)) return is_same_text(locked, listed);
  if (kind != listed.kind()) return false;
  switch (kind) {
    case JsonKind::object: return is_same_object(locked, listed);
    case JsonKind::array: return is_same_array(locked, listed) || (is_set(key) && is_same_set(locked, listed));
    case JsonKind::string: return equal_strings(locked.raw_string(), listed.raw_string());
    case JsonKind::number: return equal_numbers(locked.scalar(), listed.scalar());
    default: return locked.scalar() == listed.scalar();
  }
}

}  // namespace workbench::lock
