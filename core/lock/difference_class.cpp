#include "lock/difference_class.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/contains.hpp"
#include "lock/icon_list.hpp"
#include "lock/text_pattern.hpp"

namespace workbench::lock {
namespace {

using Class = DifferenceClass;

/// An annotation of a tool that promises something, and the value that does. Models and approvals read it: gaining the
/// promise is a change, losing it is not.
struct Promise {
  std::string_view annotation;
  std::string_view value;
  bool is_change_when_lost;  ///< although absent means the opposite in the specification, people filter by the hint
};

constexpr std::array<Promise, 4> kPromises{{
    {"readOnlyHint", "true", false},
    {"idempotentHint", "true", false},
    {"destructiveHint", "false", true},
    {"openWorldHint", "false", true},
}};

Class class_of_annotation(std::string_view annotation, const Difference& difference) {
  const auto* const promise = std::find_if(kPromises.begin(), kPromises.end(),
                                           [&](const Promise& each) { return each.annotation == annotation; });
  if (promise == kPromises.end()) return difference.listed ? Class::change : Class::note;
  if (!difference.listed) {
    const bool was_warning = difference.locked != promise->value;
    return was_warning && promise->is_change_when_lost ? Class::change : Class::note;
  }
  const bool is_hint = difference.listed == "true" || difference.listed == "false";
  return !is_hint || difference.listed == promise->value ? Class::change : Class::note;
}

bool is_number(const std::optional<std::string>& form) {
  return !form || (!form->empty() && (base::is_ascii_digit(form->front()) || form->front() == '-'));
}

/// A time stamp of ISO 8601, or nothing.
bool is_time(const std::optional<std::string>& form) {
  if (!form || form->size() < 2) return !form;
  const std::string_view text = std::string_view(*form).substr(1, form->size() - 2);
  return matches("{date}", text) || matches("{date}T{time}", text) || matches("{date} {time}", text);
}

/// Facts about the content, which changes without its description.
bool is_about_content(const FieldPath& path, const Difference& difference) {
  if (path.size() == 1 && path[0] == "size") return is_number(difference.locked) && is_number(difference.listed);
  return path.size() == 2 && path[0] == "annotations" && path[1] == "lastModified" && is_time(difference.locked) &&
         is_time(difference.listed);
}

/// Whether the form is a text as short as a version, without blanks.
bool is_version(const std::optional<std::string>& form) {
  constexpr std::size_t kMaxVersionBytes = 66;
  return !form || (form->starts_with('"') && form->size() <= kMaxVersionBytes &&
                   form->find_first_not_of("\"+-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
                       std::string::npos);
}

/// What may be known at one start and not at the next: npm's cache may be empty, a login may have ended, and only the
/// PATH of a login shell may have the program. A path in the entry itself is always known.
bool is_knowledge(const FieldPath& path, const Difference& difference) {
  constexpr std::array<std::string_view, 3> kSometimesKnown{"integrity", "issuer", "program"};
  return path.size() == 1 && base::contains(kSometimesKnown, path[0]) && (!difference.locked || !difference.listed);
}

}  // namespace

std::optional<DifferenceClass> class_of(CatalogItemKind kind, const FieldPath& path, const Difference& difference) {
  if (path.empty()) return Class::change;
  switch (kind) {
    case CatalogItemKind::tool:
      if (path.size() == 2 && path[0] == "annotations") return class_of_annotation(path[1], difference);
      break;
    case CatalogItemKind::resource:
    case CatalogItemKind::resource_template:
      if (is_about_content(path, difference)) return std::nullopt;
      break;
    case CatalogItemKind::server_info:
      if (path[0] == "version" && is_version(difference.locked) && is_version(difference.listed)) return Class::note;
      break;
    case CatalogItemKind::start:
      if (is_knowledge(path, difference)) return Class::note;
      break;
    default: break;
  }
  const bool is_icons = path.size() == 1 && path[0] == "icons";
  return is_icons && is_icon_list(difference.locked) && is_icon_list(difference.listed) ? Class::note : Class::change;
}

}  // namespace workbench::lock
