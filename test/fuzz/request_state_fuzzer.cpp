// Only a state that was signed for this very request is accepted, and the state of another workbench comes back as that
// workbench made it. The input: how to change a signed state, on a line of its own; two methods, on one line each; then
// two lines of params.

#include <map>
#include <tuple>

#include "clients/request_state_signer.hpp"
#include "fuzzing.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "protocol/compat/input_required.hpp"

namespace {

using namespace workbench;
using clients::RequestStateSigner;
using Verdict = RequestStateSigner::Verdict;
using fuzzing::require;

const RequestStateSigner::Clock::time_point kNow(std::chrono::hours(480'000));

/// The object in `text`, or an empty one.
Json object_in(std::string_view text) {
  static const json::ScannerJsonAccess access(64);
  auto checked = access.checked(std::string(text));
  return checked && checked->kind() == JsonKind::object ? *std::move(checked) : Json("{}");
}

/// What a request is, apart from one sending of it.
std::pair<std::string, std::map<std::string, std::string>> identity_of(std::string_view method, const Json& params) {
  std::map<std::string, std::string> members;
  for (const JsonMember& member : json::members(params)) {
    if (member.key == "_meta" || protocol::is_of_repetition(member.key)) continue;
    members.emplace(member.key, member.value.text());  // of duplicates, the first
  }
  return {std::string(method), std::move(members)};
}

/// Each pair of bytes in `edits` changes one byte of `text`; a place beyond the end is added to it or cut off.
std::string changed(std::string text, std::string_view edits) {
  while (edits.size() >= 2) {
    const std::size_t place = fuzzing::take_byte(edits);
    const auto byte = static_cast<char>(fuzzing::take_byte(edits));
    if (place < text.size()) {
      text[place] = byte;
    } else if (place % 2 == 0) {
      text.push_back(byte);
    } else {
      text.pop_back();
    }
    if (text.empty()) break;
  }
  return text;
}

void check_signatures(std::string_view edits, std::string_view method, std::string_view other_method,
                      const Json& params, const Json& other_params) {
  static const RequestStateSigner signer("a key that the fuzzer does not know");
  static const RequestStateSigner stranger("a key of someone else's");
  const auto expiry = kNow + std::chrono::minutes(5);
  const RequestStateSigner::SignedState made = signer.sign(method, params, expiry);

  const auto verified = signer.verify(made.state, method, params, kNow);
  require(verified.verdict == Verdict::valid && verified.handle == made.handle, "what was signed is accepted");
  require(signer.verify(made.state, method, params, expiry + std::chrono::seconds(2)).verdict == Verdict::expired,
          "and expires");
  require(stranger.verify(made.state, method, params, kNow).verdict == Verdict::forged, "by its signer alone");

  const std::string forged = changed(made.state, edits);
  require((signer.verify(forged, method, params, kNow).verdict == Verdict::valid) == (forged == made.state),
          "a state is accepted as it was signed", forged);
  require(signer.verify(edits, method, params, kNow).verdict == Verdict::forged, "nothing is accepted unsigned", edits);
  const bool is_same = identity_of(method, params) == identity_of(other_method, other_params);
  require((signer.verify(made.state, other_method, other_params, kNow).verdict == Verdict::valid) == is_same,
          "a state is accepted for its request alone", other_params.text());
}

/// A server's result reaches a modern client, and the client's repetition the server.
void check_passing(const Json& result) {
  const Json state = json::member(result, "requestState");
  Json passed = result;
  for (int workbenches = 1; workbenches <= 3; ++workbenches) {
    passed = object_in(fuzzing::text_of(protocol::with_state_marked(passed)));
    const Json marked = json::member(passed, "requestState");
    require(marked.is_absent() == state.is_absent(), "a state is passed on", passed.text());
    require(!RequestStateSigner::is_ours(json::characters(marked)), "no state of another is taken for ours",
            marked.text());
    Json back = marked;
    for (int more = 0; more < workbenches; ++more) back = protocol::without_mark(back);
    require(back.text() == state.text(), "a state comes back as it was made", back.text());
  }
  // A client may write the characters in another way.
  const Json rewritten(json::quoted(json::characters(json::member(passed, "requestState"))));
  const Json back = protocol::without_mark(protocol::without_mark(protocol::without_mark(rewritten)));
  require(state.kind() != JsonKind::string || json::characters(back) == json::characters(state),
          "a state comes back with the same characters", back.text());
}

void check_input_required(const Json& result) {
  const auto required = protocol::read_input_required(result);
  if (!required) return;
  const Json written = object_in(fuzzing::text_of(protocol::write_input_required(*required)));
  const auto again = protocol::read_input_required(written);
  require(again.has_value() && again->request_state.text() == required->request_state.text() &&
              again->input_requests.size() == required->input_requests.size(),
          "input requests are written as they are read", written.text());
  for (std::size_t index = 0; index != again->input_requests.size(); ++index) {
    const auto& [key, input_request] = again->input_requests[index];
    const auto& [expected_key, expected] = required->input_requests[index];
    require(key == expected_key && input_request.method == expected.method &&
                input_request.params.text() == expected.params.text(),
            "an input request is written as it is read", written.text());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::string_view edits = fuzzing::take_line(input);
  const std::string_view method = fuzzing::take_line(input);
  const std::string_view other_method = fuzzing::take_line(input);
  const Json params = object_in(fuzzing::take_line(input));
  const Json other_params = object_in(input);
  check_signatures(edits, method, other_method, params, other_params);
  check_passing(params);
  check_input_required(params);
  return 0;
}
