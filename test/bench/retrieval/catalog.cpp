#include "catalog.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/scanner_json_access.hpp"

namespace retrieval {

using workbench::Json;
using workbench::JsonWriter;
using workbench::KnownTool;

namespace {

const workbench::json::ScannerJsonAccess kJson(100);

/// The content of a file that must be right.
class Reader {
 public:
  explicit Reader(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] Json whole() const {
    std::ifstream file(path_, std::ios::binary);
    if (!file) throw std::runtime_error(path_ + ": cannot be opened");
    return needed(kJson.checked({std::istreambuf_iterator<char>(file), {}}));
  }
  [[nodiscard]] std::vector<Json> elements(const Json& array) const { return needed(kJson.elements(array)); }
  [[nodiscard]] std::string characters(const Json& string) const { return needed(kJson.characters(string)); }
  /// Absent: `object` has none of this name.
  [[nodiscard]] Json member(const Json& object, std::string_view name) const {
    for (const workbench::JsonMember& member : needed(kJson.members(object))) {
      if (member.key == name) return member.value;
    }
    return {};
  }

 private:
  template <typename T>
  [[nodiscard]] T needed(workbench::Result<T> result) const {
    if (!result) throw std::runtime_error(path_ + ": " + result.error().message);
    return *std::move(result);
  }

  std::string path_;
};

KnownTool known_tool(const std::string& server, const Json& tool, const Reader& reader) {
  KnownTool known;
  known.tool.name = reader.characters(reader.member(tool, "name"));
  known.tool.description = reader.characters(reader.member(tool, "description"));
  if (const Json title = reader.member(tool, "title"); !title.is_absent()) known.tool.title = reader.characters(title);
  known.identifier = {server, server, known.tool.name};
  JsonWriter definition;
  definition.object().member("name", known.tool.name).key("inputSchema").object().member("type", "object");
  definition.key("properties").object();
  for (const Json& argument : reader.elements(reader.member(tool, "arguments"))) {
    definition.key(reader.characters(argument)).object().end();
  }
  known.tool.definition = std::move(definition.end().end().end()).json();
  return known;
}

}  // namespace

std::vector<KnownTool> read_catalog(const std::string& path) {
  const Reader reader(path);
  std::vector<KnownTool> tools;
  for (const Json& server : reader.elements(reader.member(reader.whole(), "servers"))) {
    const std::string name = reader.characters(reader.member(server, "server"));
    for (const Json& tool : reader.elements(reader.member(server, "tools"))) {
      tools.push_back(known_tool(name, tool, reader));
    }
  }
  return tools;
}

std::vector<Question> read_questions(const std::string& path) {
  const Reader reader(path);
  std::vector<Question> questions;
  for (const Json& entry : reader.elements(reader.whole())) {
    Question& question = questions.emplace_back();
    question.text = reader.characters(reader.member(entry, "question"));
    for (const Json& tool : reader.elements(reader.member(entry, "tools"))) {
      question.tools.push_back(reader.characters(tool));
    }
  }
  return questions;
}

std::string name_of(const KnownTool& tool) {
  return tool.identifier.server + "/" + tool.identifier.tool;
}

}  // namespace retrieval
