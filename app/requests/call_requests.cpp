#include "requests/call_requests.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"

namespace workbench::app {
namespace {

constexpr std::array<std::string_view, 3> kCallMethods{"workbench/calls", "workbench/call", "workbench/tool-uses"};

constexpr std::uint64_t kDefaultCalls = 100;
constexpr std::uint64_t kMostCalls = 1000;

constexpr std::size_t kMaxFilterBytes = 1000;

constexpr std::array<std::pair<std::string_view, std::string CallFilter::*>, 8> kFilters{
    {{"toolbox", &CallFilter::toolbox},
     {"server", &CallFilter::server},
     {"tool", &CallFilter::tool},
     {"client", &CallFilter::client},
     {"principal", &CallFilter::principal},
     {"session", &CallFilter::session},
     {"outcome", &CallFilter::outcome},
     {"text", &CallFilter::text}}};

Error refused(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

/// A member that is absent, or a positive integer. Returns whether it is one of them.
bool read_number(const Json& params, std::string_view name, std::uint64_t& number) {
  const Json value = json::member(params, name);
  if (value.is_absent()) return true;
  const std::string_view text = value.text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0;
}

Error failure_of(const std::exception& exception) {
  return {ErrorKind::internal, std::string("the plugin that keeps the calls threw: ") + exception.what()};
}

}  // namespace

Result<CallFilter> call_filter_of(const Json& params) {
  CallFilter filter;
  for (const JsonMember& member : json::members(json::member(params, "filter"))) {
    const auto found =
        std::find_if(kFilters.begin(), kFilters.end(), [&](const auto& one) { return one.first == member.key; });
    if (found == kFilters.end()) {
      return refused(
          "\"filter\" has a member that it may not have; it may have \"toolbox\", \"server\", \"tool\", "
          "\"client\", \"principal\", \"session\", \"outcome\" and \"text\"");
    }
    if (member.value.kind() != JsonKind::string || member.value.text().size() > kMaxFilterBytes) {
      return refused("each member of \"filter\" must be a string of " + std::to_string(kMaxFilterBytes) +
                     " bytes at most");
    }
    filter.*found->second = json::characters(member.value);
  }
  return filter;
}

std::optional<std::string> own_name(const Operator& from) {
  return from.sees_everything() ? std::nullopt : std::optional(from.own->name);
}

void write_calls(JsonWriter& writer, const CallPage& page) {
  writer.key("calls").array();
  for (const Json& call : page.calls) writer.value(call);
  writer.end().key("running").array();
  for (const Json& call : page.running) writer.value(call);
  writer.end();
}

Error no_calls_are_kept() {
  return {ErrorKind::unavailable,
          "this workbench keeps no calls; add \"recent-calls\" to middleware, and remove "
          "middleware.recent-calls.records = 0 if it is there"};
}

bool CallRequests::has(std::string_view method) const {
  return std::find(kCallMethods.begin(), kCallMethods.end(), method) != kCallMethods.end();
}

void CallRequests::respond(const OperatorRequest& request, OperatorAnswer answer) {
  if (calls_ == nullptr || !calls_->is_in_use()) return answer(no_calls_are_kept());
  if (request.method == "workbench/tool-uses") return respond_uses(request, std::move(answer));
  answer(result_of(request));
}

Result<Json> CallRequests::result_of(const OperatorRequest& request) const {
  try {
    return request.method == "workbench/call" ? find(request) : list(request);
  } catch (const std::exception& exception) {
    return failure_of(exception);
  }
}

Result<Json> CallRequests::list(const OperatorRequest& request) const {
  CallQuery query;
  std::uint64_t limit = kDefaultCalls;
  if (!read_number(request.params, "before", query.before) || !read_number(request.params, "after", query.after)) {
    return refused(R"("before" and "after" must be ids of calls)");
  }
  if (!read_number(request.params, "limit", limit) || limit > kMostCalls) {
    return refused("\"limit\" must be a number from 1 to " + std::to_string(kMostCalls));
  }
  auto filter = call_filter_of(request.params);
  if (!filter) return filter.error();
  query.filter = *std::move(filter);
  query.own = own_name(request.from);
  query.limit = limit;
  const CallPage page = calls_->calls(query);
  JsonWriter writer;
  write_calls(writer.object(), page);
  writer.member("kept", page.kept).member("lost", page.lost).end();
  return std::move(writer).json();
}

Result<Json> CallRequests::find(const OperatorRequest& request) const {
  std::uint64_t id = 0;
  if (!read_number(request.params, "id", id) || id == 0) return refused(R"("id" must be the id of a call)");
  return calls_->find(id, own_name(request.from));
}

/// The counts are those of all principals.
void CallRequests::respond_uses(const OperatorRequest& request, OperatorAnswer answer) {
  if (!request.from.sees_everything()) {
    return answer(Error{ErrorKind::forbidden, "only an operator who sees everything may request this"});
  }
  calls_->tool_uses([answer = std::move(answer)](Json uses) mutable { answer(std::move(uses)); });
}

}  // namespace workbench::app
