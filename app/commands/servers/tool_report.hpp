#pragma once

#include <string>
#include <vector>

#include <workbench/json_writer.hpp>

#include "process/output.hpp"

namespace workbench::app {

/// What `explain` has found out about one tool, as sentences.
struct ToolReport {
  std::string toolbox;
  std::string server;
  std::string tool;  ///< as clients and the configuration know it
  bool is_seen = false;
  std::string configured;      ///< where its server is configured
  std::string seen;            ///< why clients see it, or do not
  std::string entries = {};    ///< what `tools` of the server changes; this and those below are empty if it is nothing
  std::string name = {};       ///< under which name clients see it
  std::string approval = {};   ///< whether a person is asked before a call
  std::string arguments = {};  ///< which arguments have other names
  std::vector<std::string> notes = {};
  std::string time = {};
};

/// For a person, on the terminal of the standard output.
void print(const ToolReport& report, Output& out);
/// For programs: an object, in which what is empty is absent.
void write(const ToolReport& report, JsonWriter& writer);

}  // namespace workbench::app
