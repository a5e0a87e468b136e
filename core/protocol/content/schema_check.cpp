#include "protocol/content/schema_check.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "json/raw_string.hpp"
#include "json/reader.hpp"
#include "protocol/content/judged_keywords.hpp"
#include "protocol/content/schema_values.hpp"

namespace workbench::protocol {
namespace {

constexpr int kMaxSchemaDepth = 64;
constexpr std::size_t kMaxWork = 4'000'000;  // some 20 ms where each step is as slow as steps are
constexpr std::size_t kWorkOfAStep = 64;     // to the next member or element, whatever is done with it
constexpr std::size_t kBytesOfOneWork = 2;   // that are stepped over

/// A step of a JSON pointer (RFC 6901).
std::string pointer_step(std::string_view escaped) {
  std::string step;
  for (std::size_t at = 0; at < escaped.size(); ++at) {
    const bool is_escape = escaped[at] == '~' && at + 1 < escaped.size();
    if (!is_escape) {
      step += escaped[at];
    } else {
      step += escaped[++at] == '1' ? '/' : '~';
    }
  }
  return step;
}

bool is_outside(double least_size, double most_size, std::string_view minimum, std::string_view maximum) {
  const auto least = number_of_text(minimum);
  const auto most = number_of_text(maximum);
  return (least && most_size < *least) || (most && least_size > *most);
}

bool is_number_outside(std::string_view value, const JudgedKeywords& schema) {
  const auto number = number_of_text(value);
  if (!number) return false;
  const auto above = number_of_text(schema.exclusive_minimum);
  const auto below = number_of_text(schema.exclusive_maximum);
  return is_outside(*number, *number, schema.minimum, schema.maximum) ||
         (above && (*number < *above || is_at_limit(*number, *above))) ||
         (below && (*number > *below || is_at_limit(*number, *below)));
}

/// One check, with the schema that references are relative to. Values and schemas are slices of the two texts.
///
/// All that takes time is counted: the texts that members_of() and elements_of() step over, each step of next(), and
/// what is decoded. When the work is used up, next() finds nothing more, wherever the check is: it ends soon, with a
/// judgement that does not count.
class SchemaCheck {
 public:
  /// `root` must outlive it.
  explicit SchemaCheck(std::string_view root) : root_(root) {}

  [[nodiscard]] bool contradicts(std::string_view value) { return refuses(root_, value) && work_left_ > 0; }

 private:
  void spend(std::size_t work) { work_left_ -= std::min(work_left_, work); }

  [[nodiscard]] json::MemberReader members_of(std::string_view object) {
    spend(object.size() / kBytesOfOneWork);
    return json::MemberReader(object);
  }
  [[nodiscard]] json::ElementReader elements_of(std::string_view array) {
    spend(array.size() / kBytesOfOneWork);
    return json::ElementReader(array);
  }
  /// `reader.next()`, while there is work left.
  template <typename Reader>
  [[nodiscard]] bool next(Reader& reader) {
    if (work_left_ == 0 || !reader.next()) return false;
    spend(kWorkOfAStep);
    return true;
  }

  [[nodiscard]] bool refuses(std::string_view schema, std::string_view value) {
    if (schema == "false") return true;
    if (kind_of_text(schema) != JsonKind::object || depth_ == kMaxSchemaDepth) return false;
    JudgedKeywords keywords;
    for (json::MemberReader member = members_of(schema); next(member);) keywords.add(member.key(), member.value());
    const bool is_root = schema.data() == root_.data();
    if (is_root) part_ = judged_part(keywords.dialect);
    if (is_root ? part_ == JudgedPart::nothing : !keywords.dialect.empty()) return false;
    const bool is_of_root = is_of_root_ && (is_root || !keywords.begins_resource());
    const bool was_of_root = std::exchange(is_of_root_, is_of_root);
    ++depth_;
    const bool is_refused = refuses_by(keywords, value);
    --depth_;
    is_of_root_ = was_of_root;
    return is_refused;
  }

  [[nodiscard]] bool refuses_by(const JudgedKeywords& schema, std::string_view value) {
    if (schema.has_reference()) {
      if (is_of_root_ && refuses(target_of(schema.reference), value)) return true;
      if (part_ == JudgedPart::references_alone) return false;
    }
    if (refuses_type(schema, value) || refuses_choice(schema, value) || refuses_combination(schema, value)) return true;
    switch (kind_of_text(value)) {
      case JsonKind::string: return refuses_length(schema, value);
      case JsonKind::number: return refuses_number(schema, value);
      case JsonKind::array: return refuses_count(schema, value) || refuses_elements(schema, value);
      case JsonKind::object: return refuses_members(schema, value);
      default: return false;
    }
  }

  /// What a reference, a JSON text, leads to; empty: that is not judged.
  [[nodiscard]] std::string_view target_of(std::string_view reference) {
    const auto [found, is_new] = targets_.try_emplace(reference);
    if (is_new) found->second = found_target(json::raw_string_of(reference).decoded());
    return found->second;
  }

  [[nodiscard]] std::string_view found_target(const std::string& reference) {
    if (!reference.starts_with('#') || reference.find('%') != std::string::npos) return {};
    std::string_view target = root_;
    std::string_view rest = std::string_view(reference).substr(1);
    while (!rest.empty() && !target.empty()) {
      if (rest.front() != '/') return {};  // an anchor
      rest.remove_prefix(1);
      const std::string_view step = rest.substr(0, rest.find('/'));
      target = member_on_path(target, pointer_step(step));
      rest.remove_prefix(step.size());
    }
    return target;
  }

  /// Empty as well if the object is a schema with an identifier of its own.
  [[nodiscard]] std::string_view member_on_path(std::string_view object, const std::string& key) {
    JudgedKeywords keywords;
    std::string_view found;
    for (json::MemberReader member = members_of(object); next(member);) {
      keywords.add(member.key(), member.value());
      if (member.key().equals(key)) found = member.value();
    }
    const bool is_inside = object.data() == root_.data() || !keywords.begins_resource();
    return is_inside ? found : std::string_view();
  }

  [[nodiscard]] bool is_of_type(std::string_view value, std::string_view type) {
    if (kind_of_text(value) == JsonKind::number) spend(value.size());
    return may_be_of_type(value, type);
  }

  [[nodiscard]] bool refuses_type(const JudgedKeywords& schema, std::string_view value) {
    if (schema.nullable == "true" && kind_of_text(value) == JsonKind::null) return false;
    if (kind_of_text(schema.type) == JsonKind::string) return !is_of_type(value, schema.type);
    bool has_types = false;
    for (json::ElementReader type = elements_of(schema.type); next(type); has_types = true) {
      if (is_of_type(value, type.value())) return false;
    }
    return has_types;
  }

  [[nodiscard]] bool refuses_choice(const JudgedKeywords& schema, std::string_view value) {
    if (schema.constant.empty() && schema.choices.empty()) return false;
    spend(value.size());
    const ComparedValue compared(value);
    if (!schema.constant.empty() && !compared.may_equal(schema.constant)) return true;
    bool has_choices = false;
    for (json::ElementReader choice = elements_of(schema.choices); next(choice); has_choices = true) {
      if (compared.may_equal(choice.value())) return false;
    }
    return has_choices;
  }

  [[nodiscard]] bool refuses_combination(const JudgedKeywords& schema, std::string_view value) {
    for (json::ElementReader branch = elements_of(schema.all_of); next(branch);) {
      if (refuses(branch.value(), value)) return true;
    }
    return each_refuses(schema.any_of, value) || each_refuses(schema.one_of, value);
  }

  [[nodiscard]] bool each_refuses(std::string_view branches, std::string_view value) {
    bool has_branches = false;
    for (json::ElementReader branch = elements_of(branches); next(branch); has_branches = true) {
      if (!refuses(branch.value(), value)) return false;
    }
    return has_branches;
  }

  [[nodiscard]] bool refuses_length(const JudgedKeywords& schema, std::string_view value) {
    if (schema.min_length.empty() && schema.max_length.empty()) return false;
    spend(value.size());
    const LengthOfText length = length_of_text(value);
    return is_outside(length.least, length.most, schema.min_length, schema.max_length);
  }

  [[nodiscard]] bool refuses_number(const JudgedKeywords& schema, std::string_view value) {
    spend(value.size());
    return is_number_outside(value, schema);
  }

  [[nodiscard]] bool refuses_count(const JudgedKeywords& schema, std::string_view value) {
    if (schema.min_items.empty() && schema.max_items.empty()) return false;
    double count = 0;
    for (json::ElementReader element = elements_of(value); next(element);) count += 1;
    return is_outside(count, count, schema.min_items, schema.max_items);
  }

  /// `items` is an array of schemas in older dialects, and then that of the first elements.
  [[nodiscard]] bool refuses_elements(const JudgedKeywords& schema, std::string_view value) {
    if (schema.items.empty()) return false;
    const bool is_list = kind_of_text(schema.items) == JsonKind::array;
    json::ElementReader own = elements_of(is_list ? schema.items : schema.prefix_items);
    for (json::ElementReader element = elements_of(value); next(element);) {
      const bool has_own = next(own);
      if (has_own && !is_list) continue;
      if (refuses(has_own ? own.value() : schema.items, element.value())) return true;
    }
    return false;
  }

  struct MemberOfValue {
    std::string_view value{};
    std::string_view schema{};  // in `properties`
  };

  [[nodiscard]] bool refuses_members(const JudgedKeywords& schema, std::string_view value) {
    const std::string_view others =
        schema.pattern_properties.empty() ? schema.additional_properties : std::string_view();
    if (schema.required.empty() && schema.properties.empty() && others.empty()) return false;
    std::map<std::string, MemberOfValue> members;
    for (json::MemberReader member = members_of(value); next(member);) {
      members[member.key().decoded()].value = member.value();  // the last of several with one key
    }
    for (json::ElementReader name = elements_of(schema.required); next(name);) {
      if (kind_of_text(name.value()) != JsonKind::string) continue;
      if (members.count(json::raw_string_of(name.value()).decoded()) == 0) return true;
    }
    for (json::MemberReader property = members_of(schema.properties); next(property);) {
      const auto found = members.find(property.key().decoded());
      if (found != members.end()) found->second.schema = property.value();
    }
    return std::any_of(members.begin(), members.end(), [&](const auto& member) {
      const auto& [inside, own] = member.second;
      return refuses(own.empty() ? others : own, inside);
    });
  }

  const std::string_view root_;
  std::map<std::string_view, std::string_view> targets_;  // of references, as they are written
  JudgedPart part_ = JudgedPart::references_and_others;
  int depth_ = 0;
  bool is_of_root_ = true;  // whether `#/...` in the present schema is a path from the root
  std::size_t work_left_ = kMaxWork;
};

}  // namespace

bool contradicts_schema(const Json& value, const Json& schema) {
  return SchemaCheck(schema.text()).contradicts(value.text());
}

}  // namespace workbench::protocol
