#include "mcp/client_call.hpp"

#include <string>

#include "jsonrpc/quote.hpp"

namespace workbench::mcp {

void ClientCall::reply(ToolResult result) {
  if (!result.whole().is_absent()) return request_.result(result.whole());

  std::string text = R"({"content":[{"type":"text","text":)";
  const Json& object = result.structured_object();
  if (object.is_absent()) {
    jsonrpc::append_quoted(text, result.plain_text());
  } else {
    text.append(result.quoted_object().text());
  }
  text.append("}]");
  if (!object.is_absent() && has_structured_content(request_.client().revision())) {
    text.append(R"(,"structuredContent":)").append(object.text());
  }
  if (result.is_error()) text.append(R"(,"isError":true)");
  request_.result(Json(std::move(text.append("}"))));
}

}  // namespace workbench::mcp
