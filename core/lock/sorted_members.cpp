#include "lock/sorted_members.hpp"

#include <algorithm>
#include <map>

#include "lock/json_text.hpp"

namespace workbench::lock {

std::vector<SortedMember> sorted_members(JsonTape::Value object, FormSource source) {
  std::vector<SortedMember> members;
  for_each_member(object, [&members, source](JsonTape::Value key, JsonTape::Value value) {
    members.push_back({form_key(decoded(key.raw_string()), source), value});
  });
  std::stable_sort(members.begin(), members.end(),
                   [](const SortedMember& one, const SortedMember& other) { return one.key < other.key; });
  return members;
}

std::optional<std::vector<PairedMember>> paired_members(JsonTape::Value first, JsonTape::Value second,
                                                        FormSource source_of_second) {
  std::map<std::string, PairedMember> pairs;
  bool is_repeated = false;
  const auto add = [&](JsonTape::Value object, FormSource source, std::optional<JsonTape::Value> PairedMember::*side) {
    for_each_member(object, [&](JsonTape::Value key, JsonTape::Value value) {
      std::string name = form_key(decoded(key.raw_string()), source);
      PairedMember& pair = pairs[name];
      is_repeated = is_repeated || (pair.*side).has_value();
      pair.key = std::move(name);
      pair.*side = value;
    });
  };
  add(first, FormSource::lock_file, &PairedMember::first);
  add(second, source_of_second, &PairedMember::second);
  if (is_repeated) return std::nullopt;
  std::vector<PairedMember> members;
  members.reserve(pairs.size());
  for (auto& [name, pair] : pairs) members.push_back(std::move(pair));
  return members;
}

bool is_set(std::string_view key) {
  return key == "required" || key == "enum" || key == "type";
}

}  // namespace workbench::lock
