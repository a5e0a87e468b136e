#include "clients/client_call.hpp"

#include <string>

#include <workbench/host.hpp>

#include "base/text.hpp"
#include "json/escape.hpp"

namespace workbench::clients {
namespace {

constexpr std::size_t kMaxErrorBytes = 600;

/// Where there is a line for each of many servers, each has at least this, to say which it is about.
constexpr std::size_t kMinErrorLineBytes = 100;

/// What of such an error is logged: a client may have made it long.
constexpr std::size_t kMaxLoggedBytes = 16'384;

}  // namespace

void ClientCall::reply(ToolResult result) {
  if (!result.whole().is_absent()) return request_.result(result.whole());

  std::string text = R"({"content":[{"type":"text","text":)";
  const Json& object = result.structured_object();
  if (!result.literal().is_absent()) {
    text.append(result.literal().text());
  } else if (result.is_error()) {
    json::append_quoted(text, for_a_model(result.plain_text()));
  } else {
    json::append_quoted(text, result.plain_text());
  }
  text.append("}]");
  if (!object.is_absent() && protocol::has_structured_content(request_.client().revision())) {
    text.append(R"(,"structuredContent":)").append(object.text());
  }
  if (result.is_error()) text.append(R"(,"isError":true)");
  request_.result(Json(std::move(text.append("}"))));
}

// A model reads an error to know what to do next; whoever looks for the cause reads the log.
std::string ClientCall::for_a_model(const std::string& error) {
  if (error.size() <= kMaxErrorBytes) return error;
  request_.client().host().log(LogLevel::warning, "client",
                               "answered with the beginning of this error: " + base::shortened(error, kMaxLoggedBytes));
  return base::shortened_lines(error, kMaxErrorBytes, kMinErrorLineBytes);
}

}  // namespace workbench::clients
