#include "mcp/trace_headers.hpp"

#include <array>
#include <boost/beast/core/string.hpp>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>
#include <workbench/trace_sink.hpp>

#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

/// A larger message is not written again for its trace.
constexpr std::size_t kMaxRewritten = 512 * 1024;
constexpr std::size_t kMaxHeader = 8192;
constexpr std::array<std::string_view, 3> kNames{"traceparent", "tracestate", "baggage"};

bool is_added(const CheckedMessage& message, const JsonAccess& json) {
  if (message.repeated || message.whole.text().size() > kMaxRewritten) return false;
  if (!message.params.is_absent() && message.params.kind() != JsonKind::object) return false;
  const Json meta = member(json, message.params, "_meta");
  return meta.is_absent() || (meta.kind() == JsonKind::object && member(json, meta, kNames.front()).is_absent());
}

/// The members of `object`, which may be absent, without these.
void copy_members(JsonWriter& writer, const JsonAccess& json, const Json& object, std::string_view left_out) {
  const auto members = json.members(object);
  if (!members) return;
  for (const JsonMember& one : *members) {
    if (one.key != left_out) writer.member(one.key, one.value);
  }
}

/// "If there are multiple tracestate headers, they must be combined in order" (Trace Context, section 3.3.1). A
/// repeated `traceparent` is not valid.
std::string combined(const Headers& headers, std::string_view name) {
  if (const std::string* const only = headers.find(name)) return *only;
  if (name == kNames.front()) return {};
  std::string all;
  for (const auto& [other, value] : headers) {
    if (!boost::beast::iequals(other, name)) continue;
    all.append(all.empty() ? "" : ",").append(value);
  }
  return all;
}

void write_metadata(JsonWriter& writer, const JsonAccess& json, const Json& meta, const Headers& headers) {
  writer.key("_meta").object();
  copy_members(writer, json, meta, {});
  for (const std::string_view name : kNames) {
    const std::string value = combined(headers, name);
    const bool is_new = member(json, meta, name).is_absent();
    if (!value.empty() && value.size() <= kMaxHeader && is_new) writer.member(name, value);
  }
  writer.end();
}

std::string rewritten(const CheckedMessage& message, const Headers& headers, const JsonAccess& json) {
  JsonWriter writer(message.whole.text().size() + 256);
  writer.object();
  copy_members(writer, json, message.whole, "params");
  writer.key("params").object();
  copy_members(writer, json, message.params, "_meta");
  write_metadata(writer, json, member(json, message.params, "_meta"), headers);
  writer.end().end();
  return std::move(writer).take();
}

}  // namespace

CheckedMessage with_trace_headers(CheckedMessage message, const Headers& headers, Host& host) {
  if (headers.find(kNames.front()) == nullptr || host.extension<TraceSink>() == nullptr) return message;
  const JsonAccess& json = host.json();
  if (!is_added(message, json)) return message;
  auto changed = json.checked_message(rewritten(message, headers, json));
  if (!changed) return message;
  changed->scopes = std::move(message.scopes);
  return *std::move(changed);
}

}  // namespace workbench::http
