#include "tour.hpp"

#include <Poco/JSON/Array.h>
#include <Poco/JSON/Parser.h>

#include <sstream>
#include <stdexcept>

namespace workbench::demo_client {

using Poco::JSON::Array;
using Poco::JSON::Object;

namespace {

std::string text_of(const Object::Ptr& object, const std::string& key) {
  return object.isNull() ? std::string() : object->optValue<std::string>(key, "");
}

/// The lines of open_toolbox's description that name a toolbox: `- NAME: DESCRIPTION`.
std::vector<Screen::Row> named_toolboxes(const std::string& description) {
  std::vector<Screen::Row> rows;
  std::istringstream lines(description);
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("- ") && colon != std::string::npos) {
      rows.push_back({line.substr(2, colon - 2), line.substr(colon + 2)});
    }
  }
  return rows;
}

std::string first_sentence(const std::string& text) {
  const std::size_t end = text.find(". ");
  return end == std::string::npos ? text : text.substr(0, end + 1);
}

}  // namespace

bool Tour::run() {
  initialize();
  for (const Screen::Row& toolbox : list_toolboxes()) open(toolbox[0]);
  std::size_t right = 0;
  for (const SampleCall& sample : sample_calls()) {
    if (call(sample)) ++right;
  }
  screen_.heading(std::to_string(right) + " of " + std::to_string(sample_calls().size()) + " answers were right.");
  return right == sample_calls().size();
}

void Tour::initialize() {
  const Object::Ptr result = client_.initialize();
  const Object::Ptr server = result->getObject("serverInfo");
  screen_.heading("Connected to " + text_of(server, "name") + " " + text_of(server, "version") + ", MCP " +
                  text_of(result, "protocolVersion"));
}

std::vector<Screen::Row> Tour::list_toolboxes() {
  const Array::Ptr tools = client_.list_tools();
  std::vector<Screen::Row> listed;
  std::vector<Screen::Row> toolboxes;
  for (unsigned index = 0; index < tools->size(); ++index) {
    const Object::Ptr tool = tools->getObject(index);
    const std::string description = text_of(tool, "description");
    listed.push_back({text_of(tool, "name"), first_sentence(description)});
    if (text_of(tool, "name") == "open_toolbox") toolboxes = named_toolboxes(description);
  }
  screen_.heading("The agent sees " + std::to_string(tools->size()) + " tools, however many are behind them:");
  screen_.table(listed);
  screen_.heading("The descriptions name these toolboxes:");
  screen_.table(toolboxes);
  return toolboxes;
}

void Tour::open(const std::string& toolbox) {
  screen_.heading("The agent opens the toolbox '" + toolbox + "', which starts its servers");
  Object::Ptr arguments = new Object;
  arguments->set("toolbox_name", toolbox);
  screen_.request("open_toolbox " + toolbox);
  const ToolResult result = client_.call_tool("open_toolbox", arguments);
  if (result.is_error) throw std::runtime_error(result.text);

  const Array::Ptr tools = Poco::JSON::Parser().parse(result.text).extract<Object::Ptr>()->getArray("tools");
  std::vector<Screen::Row> rows;
  for (unsigned index = 0; !tools.isNull() && index < tools->size(); ++index) {
    const Object::Ptr tool = tools->getObject(index);
    const std::string name = text_of(tool, "name");
    locations_[name] = {text_of(tool, "toolbox_name"), text_of(tool, "source_server")};
    rows.push_back({name, first_sentence(text_of(tool, "description"))});
  }
  screen_.table(rows);
}

bool Tour::call(const SampleCall& sample) {
  screen_.heading(sample.heading);
  const auto location = locations_.find(sample.neighbour.empty() ? sample.tool : sample.neighbour);
  if (location == locations_.end()) {
    throw std::runtime_error("no toolbox has the tool '" + std::string(sample.tool) +
                             "'; the demo's calls fit config-samples/demo.json");
  }
  const auto& [toolbox, server] = location->second;

  Object::Ptr tool = new Object(Poco::JSON_PRESERVE_KEY_ORDER);
  tool->set("toolbox", toolbox).set("server", server).set("tool", std::string(sample.tool));
  Object::Ptr arguments = new Object(Poco::JSON_PRESERVE_KEY_ORDER);
  arguments->set("tool", tool);
  arguments->set("arguments", Poco::JSON::Parser().parse(std::string(sample.arguments)));

  screen_.request("use_tool " + toolbox + "/" + server + "/" + std::string(sample.tool) + " " +
                  std::string(sample.arguments));
  const ToolResult result = client_.call_tool("use_tool", arguments);
  const CheckedResult checked = sample.check(result);
  screen_.answer(checked.text, checked.is_right, result.milliseconds);
  return checked.is_right;
}

}  // namespace workbench::demo_client
