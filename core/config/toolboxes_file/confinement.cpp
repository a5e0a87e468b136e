#include "config/toolboxes_file/confinement.hpp"

#include <string>
#include <utility>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kBlock = "sandbox";
constexpr std::string_view kEnabledInBlock = "enabled";

/// Decides for one entry.
class ConfinementDecision {
 public:
  ConfinementDecision(const JsonNode& node, Options& options, Reading& reading)
      : block_(node.member(std::string(kBlock))),
        switch_(node.member(std::string(kIsConfined))),
        options_(options),
        reading_(reading) {
    if (block_ && block_->is_object()) switch_in_block_ = block_->member(std::string(kEnabledInBlock));
  }

  void decide() {
    const bool is_wanted = is_on(kIsConfined) || is_on("sandbox.enabled");
    if (switch_ && switch_in_block_ && is_on(kIsConfined) != is_on("sandbox.enabled")) {
      reading_.report.error(switch_in_block_->path, "contradicts \"sandboxEnabled\"; remove one of the two");
    }
    switch (reading_.confinement) {
      case ConfinementRule::required: require(is_wanted); break;
      case ConfinementRule::listed: list(is_wanted); break;
      case ConfinementRule::off: leave_out(is_wanted); break;
    }
  }

 private:
  [[nodiscard]] bool is_on(std::string_view option) const { return options_.flag(option, false); }
  [[nodiscard]] bool is_switched() const { return switch_ || switch_in_block_; }
  [[nodiscard]] const std::string& path() const {
    return switch_ ? switch_->path : switch_in_block_ ? switch_in_block_->path : block_->path;
  }
  void set(bool is_confined) { options_.set(std::string(kIsConfined), is_confined); }

  void require(bool is_wanted) {
    if (is_switched() && !is_wanted) {
      reading_.report.note(path(),
                           "has no effect, because \"sandbox\" at the top of the file is \"required\"; change that to "
                           "\"listed\", or remove this key");
    }
    set(true);
  }

  void list(bool is_wanted) {
    if (block_ && !is_switched() && !members_of(*block_).empty()) {
      reading_.report.note(block_->path,
                           "has no effect without \"sandboxEnabled\": true, so the server runs unconfined; add that to "
                           "the entry, or \"sandbox\": \"required\" at the top of the file");
    }
    if (is_wanted) set(true);
  }

  void leave_out(bool is_wanted) {
    if (is_wanted) {
      reading_.report.note(path(),
                           "has no effect, because \"sandbox\" at the top of the file is \"off\", so the server runs "
                           "unconfined; remove that key at the top to confine it");
    }
    if (is_wanted) set(false);
  }

  const std::optional<JsonNode> block_;
  const std::optional<JsonNode> switch_;
  std::optional<JsonNode> switch_in_block_;
  Options& options_;
  Reading& reading_;
};

}  // namespace

ConfinementRule read_confinement_rule(const JsonNode& node, Reading& reading) {
  const auto rule = read_text(node, reading);
  if (!rule || *rule == "listed") return ConfinementRule::listed;
  if (*rule == "required") return ConfinementRule::required;
  if (*rule == "off") return ConfinementRule::off;
  reading.report.error(node.path, "unknown value " + json::quoted(node.text()) + "; " +
                                      suggestion(node.text(), choices_of(KeyPlace::file, kBlock)) +
                                      " (without this key it is \"listed\")");
  return ConfinementRule::required;
}

void decide_confinement(const JsonNode& node, const TransportKeys& keys, Options& options, Reading& reading) {
  if (keys.has_option(kIsConfined)) {
    ConfinementDecision(node, options, reading).decide();
    if (options.flag(kIsConfined, false)) options.set(std::string(kNamesFolder), node.member("cwd").has_value());
  } else if (keys.has_option("command") && reading.confinement == ConfinementRule::required) {
    reading.report.error(node.path,
                         "its transport cannot confine the program that it starts, and \"sandbox\" at the top of the "
                         "file is \"required\"; let the transport \"stdio\" start it, or change that to \"listed\"");
  }
}

void withhold_files(Config& config, const std::vector<std::filesystem::path>& files) {
  Options::TextList names;
  for (const auto& file : files) names.push_back(file.string());
  for (ToolboxEntry& toolbox : config.toolboxes) {
    for (ServerEntry& server : toolbox.servers) {
      if (server.options.flag(kIsConfined, false)) server.options.set(std::string(kFilesWithSecrets), names);
    }
  }
}

}  // namespace workbench::config
