#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/tool_explanation.hpp"
#include "commands/commands.hpp"
#include "commands/servers/configured_servers.hpp"
#include "commands/servers/shown_names.hpp"
#include "commands/servers/tool_report.hpp"

namespace workbench::app {

/// Explains what an argument of `explain` names: the confinement of a server, or a tool. Starts the servers that it
/// needs.
class ToolExplainer {
 public:
  /// For a person, or as JSON for programs: `{"tools": [...]}`, `{"server", "text"}` or `{"metaTool", "text"}`.
  enum class Form { text, json };

  /// Both must outlive it.
  ToolExplainer(ConfiguredServers& servers, CommandContext& context, Form form);

  /// Prints it. Without such a server or tool, says so with what is similar.
  ExitStatus explain(const std::string& name);

 private:
  using Match = ShownNames::Match;

  std::optional<ExitStatus> explain_server(const std::string& name);
  ExitStatus explain_confinement(const std::string& name, const Inspection::Inspected& one);
  bool explain_meta_tool(const std::string& written);
  std::size_t explain(const Candidate& one, const std::string& written, Match match);
  ExitStatus report_unknown(const std::string& name, const std::vector<Candidate>& candidates);

  [[nodiscard]] std::vector<Candidate> candidates_for(const std::string& name) const;
  [[nodiscard]] FilterVerdict seen(const Candidate& one, const protocol::ListedItem& item,
                                   const std::string& name) const;
  [[nodiscard]] ToolReport report_on(const Candidate& one, const protocol::ListedItem& item, const std::string& name,
                                     const EntryVerdict& shown);
  void add(ToolReport report);
  ExitStatus finish();
  void print_other(std::string_view kind, const std::string& name, const std::string& text);
  [[nodiscard]] std::string approval_sentence(const Candidate& one, const std::string& shown_name) const;
  [[nodiscard]] std::string time_sentence(const Inspection::Inspected& one) const;

  ConfiguredServers& servers_;
  CommandContext& context_;
  const Form form_;
  std::vector<ToolReport> reports_;  // of Form::json
  ShownNames names_;
  const ToolboxesFileLocations locations_;
};

}  // namespace workbench::app
