#include "kept_call.hpp"

#include <algorithm>
#include <utility>

#include "call_record.hpp"

namespace workbench::call_log {
namespace {

constexpr const char* kNoValues =
    "neither arguments nor results are kept; middleware.call-log.arguments = true and middleware.call-log.results = "
    "true "
    "keep them, if middleware names call-log";
constexpr const char* kOneValue =
    "only one of arguments and results is kept; middleware.call-log.arguments = true and middleware.call-log.results = "
    "true keep both";
constexpr const char* kTooLong = "what has more than 256 KiB is not kept";

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool contains(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char one, char other) { return lower(one) == lower(other); }) != text.end();
}

std::string_view name_of(const std::shared_ptr<const Principal>& principal) {
  return principal == nullptr ? std::string_view() : std::string_view(principal->name);
}

std::string session_name(const KeptCall& call) {
  return "s" + std::to_string(call.session->number);
}

bool values_contain(const KeptCall& call, std::string_view part) {
  if (call.values == nullptr) return false;
  const KeptValues& values = *call.values;
  return contains(values.arguments.text(), part) || contains(values.result.text(), part) ||
         contains(values.error.text(), part);
}

bool has_text(const KeptCall& call, std::string_view part) {
  const ToolIdentifier& tool = call.tool->name;
  return contains(tool.tool, part) || contains(tool.server, part) || contains(tool.toolbox, part) ||
         contains(call.session->client.name, part) || contains(name_of(call.session->principal), part) ||
         contains(call.outcome, part) || values_contain(call, part);
}

bool is_wanted(const std::string& wanted, std::string_view text) {
  return wanted.empty() || wanted == text;
}

CallRecord record_of(const KeptCall& call) {
  CallRecord record;
  record.time = call.time;
  record.principal = call.session->principal;
  record.client = call.session->client;
  record.tool = call.tool->name;
  record.outcome = call.outcome;
  record.duration = call.duration;
  record.bytes_in = call.bytes_in;
  record.bytes_out = call.bytes_out;
  return record;
}

/// The line of the record, with the members that only kept calls have.
Json object_of(const KeptCall& call, const CallRecord& record) {
  std::string text = R"({"id":)" + std::to_string(call.id) + R"(,"session":")" + session_name(call) + R"(",)";
  text.append(std::string_view(line_for(record)).substr(1));
  return Json(std::move(text));
}

/// Why there is not all; null: there is.
const char* reason_of_absence(const KeptCall& call) {
  if (call.values == nullptr) return kNoValues;
  if (call.values->is_too_long) return kTooLong;
  const bool has_arguments = call.bytes_in == 0 || !call.values->arguments.is_absent();
  const bool has_answer = call.bytes_out == 0 || !call.values->result.is_absent() || !call.values->error.is_absent();
  return has_arguments && has_answer ? nullptr : kOneValue;
}

}  // namespace

void keep(const Json& value, Json& kept, KeptValues& values) {
  if (value.is_absent()) return;
  if (value.text().size() > KeptValues::kMaxBytes) {
    values.is_too_long = true;
  } else {
    kept = Json(std::string(value.text()));
  }
}

bool exists_for(const KeptCall& call, const std::optional<std::string>& own) {
  return !own || name_of(call.session->principal) == *own;
}

bool matches(const KeptCall& call, const CallFilter& filter) {
  const ToolIdentifier& tool = call.tool->name;
  return is_wanted(filter.toolbox, tool.toolbox) && is_wanted(filter.server, tool.server) &&
         is_wanted(filter.tool, tool.tool) && is_wanted(filter.client, call.session->client.name) &&
         is_wanted(filter.principal, name_of(call.session->principal)) && is_wanted(filter.outcome, call.outcome) &&
         (filter.session.empty() || filter.session == session_name(call)) &&
         (filter.text.empty() || has_text(call, filter.text));
}

Json summary_of(const KeptCall& call) {
  return object_of(call, record_of(call));
}

Json whole(const KeptCall& call) {
  CallRecord record = record_of(call);
  if (call.values != nullptr) {
    record.arguments = call.values->arguments;
    record.result = call.values->result;
    record.error = call.values->error;
  }
  Json object = object_of(call, record);
  const char* const reason = reason_of_absence(call);
  if (reason == nullptr) return object;
  std::string text(object.text());
  text.pop_back();
  return Json(text + R"(,"withheld":")" + reason + R"("})");
}

}  // namespace workbench::call_log
