#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/meta_tool.hpp>
#include <workbench/options.hpp>

#include "toolbox_answer.hpp"

// The meta-tools of this plugin.

namespace meta_tools {

class ResultSearches;

/// Opens a toolbox and lists its tools, with as much of each as the client's host shows to its model.
class OpenToolbox final : public workbench::MetaTool {
 public:
  /// `host` must outlive it.
  OpenToolbox(const workbench::Options& options, workbench::Host& host)
      : host_(host), repeats_whole_(options.text(kRepeatOpen, kWhole) == kWhole) {}

  [[nodiscard]] static std::vector<workbench::OptionDescription> option_descriptions();
  [[nodiscard]] static std::vector<workbench::OptionError> check(const workbench::Options& options);

  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client) const override;
  void call(workbench::ToolCall call) override;

 private:
  /// A cached answer and the state of the toolbox that it describes. The state is immutable, so the answer is valid as
  /// long as the workbench returns the same one.
  struct CachedAnswer {
    std::weak_ptr<const workbench::OpenedToolbox> state;
    workbench::Json literal;
  };

  static constexpr const char* kRepeatOpen = "repeatOpen";
  static constexpr const char* kWhole = "whole";
  static constexpr const char* kShort = "short";

  /// To whom an answer was given, and which: the toolboxes of its session, and the key of the cached answer.
  using Given = std::pair<const workbench::Toolboxes*, std::string>;

  /// `logins`: that were made in the course of the call.
  void open(workbench::ToolCall call, const std::string& name, int logins);
  void finish_opening(workbench::ToolCall call, const std::string& name, int logins,
                      workbench::Toolboxes::Opened opened);
  void answer(workbench::ToolCall call, workbench::Toolboxes::Opened opened);
  /// Whether the session of `caller` was given this answer before, so that a short note suffices. Records it.
  [[nodiscard]] bool was_given(const workbench::Toolboxes& toolboxes, const workbench::Caller& caller,
                               const std::string& key, const std::shared_ptr<const workbench::OpenedToolbox>& toolbox);

  workbench::Host& host_;
  const bool repeats_whole_;
  std::map<std::string, CachedAnswer> answers_;                           // by the toolbox's name and the audience
  std::map<Given, std::weak_ptr<const workbench::OpenedToolbox>> given_;  // empty unless repetitions are short
};

/// Calls a tool of an opened toolbox by {toolbox, server, tool}. Arguments and result are passed on byte for byte.
class UseTool final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client) const override;
  void call(workbench::ToolCall call) override;
};

/// Returns the complete definitions of tools. open_toolbox leaves out output schemas and annotations, and more where
/// the client's host shows little to its model.
class DescribeTools final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client) const override;
  void call(workbench::ToolCall call) override;
};

/// Returns the rest of results that were longer than the configuration lets tools return at once. Available by default
/// if it does.
class ReadResult final : public workbench::MetaTool {
 public:
  /// `host` must outlive it.
  explicit ReadResult(workbench::Host& host);

  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client) const override;
  [[nodiscard]] bool is_available_by_default(const workbench::Toolboxes& toolboxes) const override;
  void call(workbench::ToolCall call) override;

 private:
  const std::shared_ptr<ResultSearches> searches_;
};

/// Lists the toolboxes and whether they are open.
class ListToolboxes final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client) const override;
  /// True if the list of toolboxes does not fit into the texts that contain it otherwise.
  [[nodiscard]] bool is_available_by_default(const workbench::Toolboxes& toolboxes) const override;
  void call(workbench::ToolCall call) override;
};

/// Closes a toolbox and ends its servers. Available if the properties name it.
class CloseToolbox final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client) const override;
  [[nodiscard]] bool is_available_by_default(const workbench::Toolboxes&) const override { return false; }
  void call(workbench::ToolCall call) override;
};

}  // namespace meta_tools
