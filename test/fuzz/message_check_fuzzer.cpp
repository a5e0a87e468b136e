// A message that is checked in slices is the same, or refused for the same reason, as one that is checked at once. The
// first byte of the input sets the slices.

#include <workbench/checked_message.hpp>

#include "fuzzing.hpp"
#include "json/lone_surrogates.hpp"
#include "json/scanner_json_access.hpp"

namespace {

using namespace workbench;
using fuzzing::require;

constexpr std::size_t kMaxDepth = 64;

bool are_equal(const CheckedMessage& one, const CheckedMessage& other) {
  const auto same = [](const Json& a, const Json& b) { return a.text() == b.text(); };
  return same(one.whole, other.whole) && same(one.jsonrpc, other.jsonrpc) && same(one.id, other.id) &&
         same(one.method, other.method) && same(one.params, other.params) && same(one.result, other.result) &&
         same(one.error, other.error) && one.repeated == other.repeated;
}

void check_slices(const std::string& text, std::size_t slice) {
  static const json::ScannerJsonAccess json(kMaxDepth);
  const auto at_once = json.checked_message(text);
  const auto check = json.begin_check(text);
  while (!check->advance(slice)) {
  }
  const auto in_slices = check->result();
  const auto checked = json.checked(text);
  require(at_once.has_value() == in_slices.has_value() && at_once.has_value() == checked.has_value(),
          "slices make no difference to what is valid", text);
  if (!at_once) {
    require(at_once.error().message == in_slices.error().message, "slices make no difference to the reason", text);
    return;
  }
  require(are_equal(*at_once, *in_slices), "slices make no difference", text);
  const Json any_json = json::without_lone_surrogates(*checked);
  const Json message = json::without_lone_surrogates(at_once->whole);
  require(any_json.text() == message.text(), "a message is checked like any JSON", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::size_t slice = fuzzing::take_byte(input);
  const std::string text(input);
  fuzzing::with_each_instruction_set([&] { check_slices(text, slice); });
  return 0;
}
