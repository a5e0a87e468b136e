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
  meet();
  for (const Screen::Row& toolbox : look_at_toolboxes()) open(toolbox[0]);
  std::size_t right = 0;
  for (const Question& question : questions()) {
    if (ask(question)) ++right;
  }
  screen_.heading(std::to_string(right) + " of " + std::to_string(questions().size()) + " answers were right.");
  return right == questions().size();
}

void Tour::meet() {
  const Object::Ptr greeting = client_.initialize();
  const Object::Ptr server = greeting->getObject("serverInfo");
  screen_.heading("Connected to " + text_of(server, "name") + " " + text_of(server, "version") + ", MCP " +
                  text_of(greeting, "protocolVersion"));
}

std::vector<Screen::Row> Tour::look_at_toolboxes() {
  const Array::Ptr tools = client_.list_tools();
  std::vector<Screen::Row> offered;
  std::vector<Screen::Row> toolboxes;
  for (unsigned index = 0; index < tools->size(); ++index) {
    const Object::Ptr tool = tools->getObject(index);
    const std::string description = text_of(tool, "description");
    offered.push_back({text_of(tool, "name"), first_sentence(description)});
    if (text_of(tool, "name") == "open_toolbox") toolboxes = named_toolboxes(description);
  }
  screen_.heading("The agent sees " + std::to_string(tools->size()) + " tools, however many are behind them:");
  screen_.table(offered);
  screen_.heading("It is told of these toolboxes:");
  screen_.table(toolboxes);
  return toolboxes;
}

void Tour::open(const std::string& toolbox) {
  screen_.heading("It opens the toolbox '" + toolbox + "', which starts its servers");
  Object::Ptr arguments = new Object;
  arguments->set("toolbox_name", toolbox);
  screen_.request("open_toolbox " + toolbox);
  const Answer answer = client_.call_tool("open_toolbox", arguments);
  if (answer.is_error) throw std::runtime_error(answer.text);

  const Array::Ptr tools = Poco::JSON::Parser().parse(answer.text).extract<Object::Ptr>()->getArray("tools");
  std::vector<Screen::Row> rows;
  for (unsigned index = 0; !tools.isNull() && index < tools->size(); ++index) {
    const Object::Ptr tool = tools->getObject(index);
    const std::string name = text_of(tool, "name");
    places_[name] = {text_of(tool, "toolbox_name"), text_of(tool, "source_server")};
    rows.push_back({name, first_sentence(text_of(tool, "description"))});
  }
  screen_.table(rows);
}

bool Tour::ask(const Question& question) {
  screen_.heading(question.words);
  const auto place = places_.find(question.neighbour.empty() ? question.tool : question.neighbour);
  if (place == places_.end()) {
    throw std::runtime_error("no toolbox has the tool '" + std::string(question.tool) +
                             "'; the demo's questions fit config-samples/demo.json");
  }
  const auto& [toolbox, server] = place->second;

  Object::Ptr tool = new Object(Poco::JSON_PRESERVE_KEY_ORDER);
  tool->set("toolbox", toolbox).set("server", server).set("tool", std::string(question.tool));
  Object::Ptr arguments = new Object(Poco::JSON_PRESERVE_KEY_ORDER);
  arguments->set("tool", tool);
  arguments->set("arguments", Poco::JSON::Parser().parse(std::string(question.arguments)));

  screen_.request("use_tool " + toolbox + "/" + server + "/" + std::string(question.tool) + " " +
                  std::string(question.arguments));
  const Answer answer = client_.call_tool("use_tool", arguments);
  const Reading reading = question.read(answer);
  screen_.answer(reading.words, reading.is_right, answer.milliseconds);
  return reading.is_right;
}

}  // namespace workbench::demo_client
