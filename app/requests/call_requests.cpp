#include "requests/call_requests.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "requests/guarded.hpp"
#include "requests/positive_number.hpp"
#include "requests/server_params.hpp"

namespace workbench::app {
namespace {

constexpr std::array<std::string_view, 3> kCallMethods{"workbench/calls", "workbench/call", "workbench/tool-uses"};

constexpr std::uint64_t kDefaultCalls = 100;
constexpr std::uint64_t kMostCalls = 1000;

constexpr std::size_t kMaxFilterBytes = 1000;

constexpr std::string_view kCallKeeper = "the plugin that keeps the calls";

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

void write_calls(JsonWriter& writer, const CallPage& page) {
  writer.key("calls").array();
  for (const Json& call : page.calls) writer.value(call);
  writer.end().key("running").array();
  for (const Json& call : page.running) writer.value(call);
  writer.end().member("kept", page.kept).member("lost", page.lost);
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
  if (request.method == "workbench/tool-uses") return respond_uses(request, std::move(answer));
  answer(guarded(kCallKeeper, [&]() -> Result<Json> {
    if (!keeps_calls()) return no_calls_are_kept();
    return request.method == "workbench/call" ? find(request) : list(request);
  }));
}

Result<Json> CallRequests::list(const OperatorRequest& request) const {
  CallQuery query;
  const auto before = positive_number(request.params, "before", 0);
  const auto after = positive_number(request.params, "after", 0);
  if (!before || !after) return refused(R"("before" and "after" must be ids of calls)");
  const auto limit = positive_number(request.params, "limit", kDefaultCalls);
  if (!limit || *limit > kMostCalls) {
    return refused("\"limit\" must be a number from 1 to " + std::to_string(kMostCalls));
  }
  auto filter = call_filter_of(request.params);
  if (!filter) return filter.error();
  query.filter = *std::move(filter);
  query.own = own_name(request.from);
  query.before = *before;
  query.after = *after;
  query.limit = *limit;
  const CallPage page = calls_->calls(query);
  JsonWriter writer;
  write_calls(writer.object(), page);
  writer.end();
  return std::move(writer).json();
}

Result<Json> CallRequests::find(const OperatorRequest& request) const {
  const auto id = positive_number(request.params, "id", 0);
  if (!id || *id == 0) return refused(R"("id" must be the id of a call)");
  return calls_->find(*id, own_name(request.from));
}

/// The counts are those of all principals.
void CallRequests::respond_uses(const OperatorRequest& request, OperatorAnswer answer) {
  if (!request.from.sees_everything()) return answer(only_for_everything());
  const auto shared = std::make_shared<OperatorAnswer>(std::move(answer));
  const auto asked = guarded(kCallKeeper, [&]() -> Result<void> {
    if (!keeps_calls()) return no_calls_are_kept();
    calls_->tool_uses([shared](Json uses) { (*shared)(std::move(uses)); });
    return {};
  });
  if (!asked) (*shared)(asked.error());
}

bool CallRequests::keeps_calls() const {
  return calls_ != nullptr && calls_->is_in_use();
}

}  // namespace workbench::app
