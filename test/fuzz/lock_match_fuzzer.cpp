// What the lock file says of a definition: the first line of the input is what a server listed when it was locked, the
// second what it lists now, and the rest a lock file, which may be anything.

#include <string>

#include "base/code_point.hpp"
#include "fuzzing.hpp"
#include "lock/comparison.hpp"
#include "lock/lock_file.hpp"
#include "lock/lock_form.hpp"
#include "lock/same.hpp"
#include "lock/text_pattern.hpp"

namespace {

using fuzzing::require;
using namespace workbench::lock;

bool is_locked_as(std::string_view form, std::string_view listed) {
  JsonTape form_tape;
  JsonTape listed_tape;
  return !form_tape.read(form) && !listed_tape.read(listed) && is_same(form_tape.root(), listed_tape.root());
}

/// JSON in UTF-8, as the host passes it on.
bool is_json(std::string_view text) {
  JsonTape tape;
  if (tape.read(text)) return false;
  while (!text.empty()) {
    const std::size_t length = workbench::base::first_code_point(text).length;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

/// The two are the same exactly if their forms are, and then nothing differs.
void require_one_answer(std::string_view first, std::string_view second) {
  const std::string form = lock_form(first);
  require(is_json(form), "a form is JSON", first);
  require(normalized_form(form) == form, "a form is normal", form);
  require(is_locked_as(form, first), "a definition is as it was locked", first);
  const bool is_same_form = form == lock_form(second);
  require(is_locked_as(form, second) == is_same_form, "the same form means the same definition", second);
  const auto found = differences(workbench::CatalogItemKind::prompt, form, second);
  require(found.empty() == is_same_form, "what is not the same differs", second);
  require(accepted_form(form, lock_form(second)) == lock_form(second), "what is accepted is what is listed", second);
}

/// A pattern for two definitions matches both.
void require_common_pattern(std::string_view first, std::string_view second) {
  const auto form = lock_form_of_two(first, second);
  if (!form) return;
  require(is_locked_as(*form, first) && is_locked_as(*form, second), "a pattern matches what it was made of", first);
  require(normalized_form(*form) == *form, "a form with patterns is normal", *form);
}

void require_same_file(std::string_view text) {
  const auto file = read_lock_file(std::string(text));
  if (!file) return;
  const std::string written = write_lock_file(*file);
  const auto again = read_lock_file(written);
  require(again.has_value(), "what was written can be read", written);
  require(write_lock_file(*again) == written, "what was read is written as it was", written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = fuzzing::text_of(data, size);
  const std::string_view first = fuzzing::take_line(rest);
  const std::string_view second = fuzzing::take_line(rest);
  if (is_json(first) && is_json(second)) {
    require_one_answer(first, second);
    require_common_pattern(first, second);
  }
  if (const auto pattern = pattern_of(first, second)) {
    require(matches(*pattern, first) && matches(*pattern, second), "a pattern matches its texts", *pattern);
  }
  static_cast<void>(matches(first, second));
  require_same_file(rest);
  return 0;
}
