// ReadResult: the rest of results that were too long to be returned at once.

#include <memory>
#include <string>
#include <utility>

#include "input.hpp"
#include "meta_tools.hpp"
#include "result_search.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::ResultPage;
using workbench::Toolboxes;
using workbench::ToolCall;
using workbench::ToolResult;

namespace {

constexpr const char* kReadResult = R"json({
"name":"read_result",
"title":"Read a long result",
"description":"Returns a page of a result that was too long to be returned at once, or the lines of it that contain a text. Page 1 of such a result says its uri.",
"inputSchema":{
"type":"object",
"required":["uri"],
"properties":{
"uri":{"type":"string","minLength":1},
"page":{"type":"integer","minimum":1,"default":1},
"find":{"type":"string","minLength":1,"maxLength":1000,"description":"Returns the lines with this text instead, in any case of letters"}
},
"additionalProperties":false
},
"annotations":{"title":"Read a long result","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}
})json";

constexpr std::size_t kMaxPage = 1'000'000;

/// The text below a page: how to continue.
std::string remark(const ResultPage& page, const std::string& uri) {
  std::string text = "\n[Page " + std::to_string(page.number) + " of " + std::to_string(page.pages);
  if (page.number == page.pages) return text + ", the last one.]";
  return text + R"(. To read on: read_result {"uri":")" + uri + R"(","page":)" + std::to_string(page.number + 1) +
         "}.]";
}

}  // namespace

Json ReadResult::definition(const Toolboxes&, const workbench::ClientProfile&) const {
  return definition_from(kReadResult);
}

bool ReadResult::is_available_by_default(const Toolboxes& toolboxes) const {
  return toolboxes.limits_results();
}

ReadResult::ReadResult(workbench::Host& host) : searches_(std::make_shared<ResultSearches>(host)) {}

void ReadResult::call(ToolCall call) {
  Input input(call.host().json(), call.arguments(), "", {"uri", "page", "find"});
  std::string uri = input.name("uri");
  const std::size_t number = input.number("page", 1, kMaxPage, 1);
  const std::string wanted = input.characters("find");
  input.check_keys();
  if (input.error()) return call.result(ToolResult::error(*input.error()));
  if (!wanted.empty()) {
    return searches_->add(std::make_unique<ResultSearch>(std::move(call), std::move(uri), wanted));
  }
  const auto page = call.toolboxes().read_result(uri, number, call.caller());
  if (!page) return refuse_page(call, page.error());
  call.result(ToolResult::text(page->text + remark(*page, uri)));
}

}  // namespace meta_tools
