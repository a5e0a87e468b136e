#include "mcp/client_call.hpp"

#include <string>

#include "base/text.hpp"
#include "jsonrpc/quote.hpp"
#include "workbench/host.hpp"

namespace workbench::mcp {
namespace {

constexpr std::size_t kMaxErrorBytes = 600;

/// What a line needs to say which server it is about, and something of the reason.
constexpr std::size_t kMinErrorLineBytes = 160;

}  // namespace

void ClientCall::reply(ToolResult result) {
  if (!result.whole().is_absent()) return request_.result(result.whole());

  std::string text = R"({"content":[{"type":"text","text":)";
  const Json& object = result.structured_object();
  if (!result.literal().is_absent()) {
    text.append(result.literal().text());
  } else if (result.is_error()) {
    jsonrpc::append_quoted(text, for_a_model(result.plain_text()));
  } else {
    jsonrpc::append_quoted(text, result.plain_text());
  }
  text.append("}]");
  if (!object.is_absent() && has_structured_content(request_.client().revision())) {
    text.append(R"(,"structuredContent":)").append(object.text());
  }
  if (result.is_error()) text.append(R"(,"isError":true)");
  request_.result(Json(std::move(text.append("}"))));
}

// A model reads an error to know what to do next; whoever looks for the cause reads the log.
std::string ClientCall::for_a_model(const std::string& error) {
  if (error.size() <= kMaxErrorBytes) return error;
  request_.client().host().log(LogLevel::warning, "client", "answered with the beginning of this error: " + error);
  return shortened_lines(error, kMaxErrorBytes, kMinErrorLineBytes);
}

}  // namespace workbench::mcp
