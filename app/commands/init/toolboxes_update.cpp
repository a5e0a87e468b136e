#include "commands/init/toolboxes_update.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "client_files/diff.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/input_descriptions.hpp"
#include "client_files/reversal.hpp"
#include "client_files/variable_lines.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/utf16.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The bytes of a file; nothing if it does not exist.
Result<std::optional<std::string>> bytes_if_there(const std::filesystem::path& file) {
  std::error_code failed;
  const bool is_there = std::filesystem::exists(file, failed);
  if (!is_there && !failed) return std::optional<std::string>();
  auto bytes = config::read_bytes(file, config::kMaxFileBytes);
  if (!bytes) return Error{bytes.error().kind, file.string() + " " + bytes.error().message + "; nothing was written"};
  return std::optional(*std::move(bytes));
}

std::size_t mark_in(const std::optional<std::string>& bytes) {
  return bytes && bytes->starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

}  // namespace

ToolboxesUpdate::ToolboxesUpdate(std::filesystem::path file, bool forces, config::Environment environment)
    : file_(std::move(file)), forces_(forces), environment_(std::move(environment)) {}

Result<void> ToolboxesUpdate::read() {
  if (auto read = read_toolboxes_file(); !read) return read;
  variables_file_ = file_;
  variables_file_.replace_extension(".env");
  const cf::Value* const named = document_.root && !forces_ ? document_.root->find("envFile") : nullptr;
  if (named != nullptr && named->is_text()) {
    variables_file_ = file_.parent_path() / config::expand_variables(named->text, environment_).text;
  }
  auto variables = bytes_if_there(variables_file_);
  if (!variables) return variables.error();
  variables_ = *std::move(variables);
  if (variables_) known_.variables = config::parse_env_file(*variables_).variables;
  return {};
}

Result<void> ToolboxesUpdate::read_toolboxes_file() {
  auto bytes = bytes_if_there(file_);
  if (!bytes) return bytes.error();
  bytes_ = *std::move(bytes);
  if (!bytes_) return {};
  if (config::is_utf16(*bytes_) && !forces_) {
    return Error{ErrorKind::invalid_argument,
                 file_.string() + " is written in UTF-16; nothing was written; save it as UTF-8, and run init again"};
  }
  document_ = cf::parse(bytes_->substr(mark_in(bytes_)), cf::Format::json);
  if (!forces_) known_.toolboxes = toolboxes_in(document_);
  if (!forces_ && document_.root) known_.inputs = cf::inputs_in(*document_.root);
  const cf::Value* const toolboxes = document_.root ? document_.root->find("toolboxes") : nullptr;
  const bool can_be_added_to =
      document_.root && document_.root->is_object() && (toolboxes == nullptr || toolboxes->is_object());
  if (can_be_added_to || forces_) return {};
  const cf::Problem problem =
      document_.problems.empty() ? cf::Problem{0, "is not a toolboxes file"} : document_.problems.front();
  cf::FileFindings findings(file_, document_.text);
  findings.error(problem.offset, "",
                 problem.text +
                     "; nothing was written, because servers cannot be added to it; --force replaces it, without its "
                     "present content");
  return Error{ErrorKind::invalid_argument, findings.extract().front().text};
}

std::vector<cf::ProposedToolbox> ToolboxesUpdate::toolboxes_in(const cf::Document& document) const {
  if (!document.root) return {};
  cf::FileFindings findings(file_, document.text);
  return cf::read_toolboxes(*document.root, findings);
}

Result<std::vector<ToolboxesUpdate::PlannedFile>> ToolboxesUpdate::plan(const cf::Proposal& proposal,
                                                                        const std::string& schema) const {
  std::vector<PlannedFile> files;
  std::string env_file;
  if (!proposal.secrets.empty()) {
    std::string text = cf::with_lines_of(variables_.value_or(""), proposal.secrets.file_text());
    env_file = variables_file_.filename().string();
    if (text != variables_) files.push_back({variables_file_, variables_, std::move(text), cf::FileKind::variables});
  } else if (cf::refers_to(cf::write_toolboxes_file(proposal.toolboxes, ""),
                           cf::names_of_variables(variables_.value_or("")))) {
    env_file = variables_file_.filename().string();  // of an earlier toolboxes file
  }
  if (!bytes_ || forces_) {
    std::string text = cf::write_toolboxes_file(proposal.toolboxes, env_file, schema, proposal.inputs);
    if (text != bytes_) files.push_back({file_, bytes_, std::move(text)});
    return files;
  }
  auto text = cf::add_toolboxes(document_, proposal.toolboxes, env_file, proposal.inputs);
  if (!text) return Error{text.error().kind, file_.string() + " " + text.error().message + "; nothing was written"};
  if (*text != document_.text) files.push_back({file_, bytes_, bytes_->substr(0, mark_in(bytes_)) + *text});
  return files;
}

std::vector<std::string> ToolboxesUpdate::lost_with(const std::string& text) const {
  std::vector<std::string> lost;
  const cf::KnownToolboxes left{toolboxes_in(cf::parse(text, cf::Format::json)), {}};
  for (const cf::ProposedToolbox& toolbox : toolboxes_in(document_)) {
    const cf::ProposedToolbox* const same = left.find(toolbox.name);
    for (const cf::WrittenServer& server : toolbox.servers) {
      const bool is_left = same != nullptr && std::any_of(same->servers.begin(), same->servers.end(),
                                                          [&](const cf::WrittenServer& one) { return one == server; });
      if (!is_left) lost.push_back(toolbox.name + "/" + server.name);
    }
  }
  return lost;
}

void ToolboxesUpdate::show(const PlannedFile& planned, const cf::Secrets& secrets, Output& out) {
  const bool has_values = planned.kind == cf::FileKind::variables;
  const auto shown = [&](const std::string& text) {
    return has_values ? cf::without_values(text) : secrets.hidden_in(text);
  };
  out << Lines{cf::unified_diff(shown(planned.before.value_or("")), shown(planned.after), planned.file.string(),
                                !planned.before)};
}

}  // namespace workbench::app
