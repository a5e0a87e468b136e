#include "client.hpp"

#include <Poco/JSON/Array.h>
#include <Poco/JSON/Parser.h>

#include <chrono>
#include <sstream>
#include <stdexcept>

namespace workbench::demo_client {

using Poco::JSON::Array;
using Poco::JSON::Object;

namespace {

constexpr int kKeepOrder = Poco::JSON_PRESERVE_KEY_ORDER;

std::string joined_text(const Array::Ptr& content) {
  std::string text;
  for (std::size_t index = 0; !content.isNull() && index < content->size(); ++index) {
    const Object::Ptr block = content->getObject(static_cast<unsigned>(index));
    if (!block.isNull() && block->optValue<std::string>("type", "") == "text") {
      text.append(text.empty() ? "" : "\n").append(block->optValue<std::string>("text", ""));
    }
  }
  return text;
}

}  // namespace

Object::Ptr Client::initialize() {
  Object info(kKeepOrder);
  info.set("name", "mcp-workbench-demo").set("version", DEMO_CLIENT_VERSION);
  Object params(kKeepOrder);
  params.set("protocolVersion", "2025-11-25").set("capabilities", Object()).set("clientInfo", info);
  const Object::Ptr result = request("initialize", params);

  Object initialized(kKeepOrder);
  initialized.set("jsonrpc", "2.0").set("method", "notifications/initialized");
  send(initialized);
  return result;
}

Array::Ptr Client::list_tools() {
  const Array::Ptr tools = request("tools/list", Object())->getArray("tools");
  if (tools.isNull()) throw std::runtime_error("the answer to tools/list has no tools");
  return tools;
}

ToolResult Client::call_tool(const std::string& name, const Object::Ptr& arguments) {
  Object params(kKeepOrder);
  params.set("name", name).set("arguments", arguments);
  const auto begin = std::chrono::steady_clock::now();
  const Object::Ptr result = request("tools/call", params);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  return {result->optValue("isError", false), joined_text(result->getArray("content")),
          result->getObject("structuredContent"), taken.count()};
}

Object::Ptr Client::request(const std::string& method, const Object& params) {
  const int id = ++last_id_;
  Object message(kKeepOrder);
  message.set("jsonrpc", "2.0").set("id", id).set("method", method).set("params", params);
  send(message);

  const Object::Ptr response = response_to(id);
  const Object::Ptr error = response->getObject("error");
  if (!error.isNull()) throw std::runtime_error(method + " failed: " + error->optValue<std::string>("message", ""));
  Object::Ptr result = response->getObject("result");
  if (result.isNull()) throw std::runtime_error("the answer to " + method + " has no result");
  return result;
}

Object::Ptr Client::response_to(int id) {
  for (;;) {
    const std::string line = workbench_.read_line();
    if (shows_messages_) screen_.message("<-", line);
    Object::Ptr message = Poco::JSON::Parser().parse(line).extract<Object::Ptr>();
    // Requests and notifications of the workbench have a method; the demo declares no capabilities, so none needs a
    // response.
    if (!message->has("method") && message->optValue("id", 0) == id) return message;
  }
}

void Client::send(const Object& message) {
  std::ostringstream line;
  message.stringify(line);
  if (shows_messages_) screen_.message("->", line.str());
  workbench_.write_line(line.str());
}

}  // namespace workbench::demo_client
