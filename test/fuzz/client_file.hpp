#pragma once

// What is promised of a file of another client, whatever its format.

#include <optional>
#include <string>
#include <string_view>

#include <workbench/json_writer.hpp>

#include "client_files/client_table.hpp"
#include "client_files/document.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/proposal.hpp"
#include "client_files/translate.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "fuzzing.hpp"
#include "memory_file.hpp"

namespace fuzzing {

namespace cf = workbench::client_files;

constexpr std::size_t kMaxLevels = 101;  // the root is one

/// Checks places and levels, makes texts of numbers (formats write them differently), and writes the value as JSON.
inline void write_as_json(cf::Value& value, std::size_t size, std::size_t level, workbench::JsonWriter& writer) {
  require(level <= kMaxLevels, "the levels are bounded");
  require(value.begin <= size && value.end <= size, "a value is in the text");
  switch (value.kind) {
    case cf::Value::Kind::null: writer.null(); break;
    case cf::Value::Kind::flag: writer.boolean(value.flag); break;
    case cf::Value::Kind::number: value.kind = cf::Value::Kind::text; [[fallthrough]];
    case cf::Value::Kind::text: writer.string(value.text); break;
    case cf::Value::Kind::list:
      writer.array();
      for (cf::Value& element : value.elements) write_as_json(element, size, level + 1, writer);
      writer.end();
      break;
    case cf::Value::Kind::object:
      writer.object();
      for (cf::Member& member : value.members) {
        require(member.begin <= size, "a key is in the text");
        writer.key(member.name);
        write_as_json(member.value, size, level + 1, writer);
      }
      writer.end();
      break;
  }
}

/// Whatever the servers in it are, the two files that are made of them can be read.
inline void check_import(const cf::Document& document) {
  const std::filesystem::path file = document.format == cf::Format::toml ? "/h/.codex/config.toml" : "/h/servers.yaml";
  cf::FileFindings findings(file, document.text);
  std::vector<cf::ImportedServer> servers;
  for (const cf::ServerGroup& group :
       cf::recognise(file, *document.root, document.format, {"/h", "/h/.config", "/p"})) {
    for (cf::ImportedServer& server : cf::translate(group, *document.root, findings))
      servers.push_back(std::move(server));
  }
  for (const auto& finding : findings.extract())
    require(finding.text.starts_with(file.string() + ":"), "a finding has a place");
  const auto nothing = [](std::string_view) { return std::optional<std::string>(); };
  const cf::Proposal proposal = cf::propose(
      servers, [](const cf::WrittenServer&) { return false; }, nothing);
  const std::string text = cf::write_toolboxes_file(proposal.toolboxes, "x.env");
  require(cf::parse(text, cf::Format::json).root.has_value(), "the toolboxes file is JSON", text);
  const auto variables = workbench::config::parse_env_file(proposal.secrets.file_text());
  require(variables.problems.empty(), "the file of variables can be read", proposal.secrets.file_text());
  require(variables.variables == proposal.secrets.values(), "and has the same values", proposal.secrets.file_text());
  static_cast<void>(proposal.secrets.hidden_in(document.text));
}

/// `is_utf8`: the reader refuses what is not, so that the tree can be written as JSON.
inline void check_client_file(std::string_view text, cf::Format format, bool is_utf8) {
  cf::Document document = cf::parse(std::string(text), format);
  require(document.root.has_value() == document.problems.empty(), "a text is read, or the problem is told", text);
  for (const cf::Problem& problem : document.problems) {
    require_line(problem.text);
    require(problem.offset <= text.size(), "a problem is in the text", problem.text);
    require(problem.text.find("; ") != std::string::npos, "a problem has a remedy", problem.text);
  }
  if (!document.root) return;
  check_import(document);
  if (!is_utf8) return;
  workbench::JsonWriter writer;
  write_as_json(*document.root, text.size(), 1, writer);
  const std::string json = std::move(writer).take();
  const cf::Document again = cf::parse(json, cf::Format::json);
  require(again.root && again.root->same_as(*document.root), "what was read can be written and read again", json);
}

}  // namespace fuzzing
