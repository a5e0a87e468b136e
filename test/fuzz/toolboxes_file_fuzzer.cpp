// A toolboxes file is accepted, or refused with findings that all have a place; one that is accepted has the same
// effect each time. The values of variables, and of the variables of servers, are in no finding, and in no reason why a
// server is not started.

#include "config/toolboxes_file/read_config.hpp"
#include "fuzzing.hpp"
#include "memory_file.hpp"

namespace {

using namespace workbench;
using namespace workbench::config;
using fuzzing::require;

constexpr std::string_view kSecret = "a+secret+value";

/// What the plugins of the product accept, as far as it concerns the reading. Without options that name other files.
Vocabulary vocabulary() {
  Vocabulary made;
  made.transports["stdio"] = {
      {"command", OptionType::text, true, "The program."},
      {"args", OptionType::text_list, false, "Arguments."},
      {"env", OptionType::text_map, false, "Variables."},
      {"cwd", OptionType::path, false, "The folder."},
      {"inheritEnv", OptionType::text_list, false, "Names.", true},
  };
  made.transports["http"] = {
      {"url", OptionType::text, true, "The address."},
      {"headers", OptionType::text_map, false, "Headers."},
      {"maxRedirects", OptionType::number, false, "A number."},
      {"verifyTls", OptionType::flag, false, "A flag."},
  };
  made.check_server = [](const std::string& transport, const Options& options) -> std::vector<OptionError> {
    if (transport != "http" || options.text("url").starts_with("http")) return {};
    return {{"url", "must begin with http; correct it"}};
  };
  made.check_tool_filter = [](std::string_view entry) -> Result<void> {
    if (entry != "bad") return {};
    return Error{ErrorKind::invalid_argument, "no such filter"};
  };
  made.variables_with = [](std::string_view beginning) {
    return std::vector<std::string>{std::string(beginning) + "A", std::string(beginning) + "B"};
  };
  return made;
}

std::optional<std::string> environment(std::string_view name) {
  if (name.starts_with("SET")) return std::string(kSecret);
  return std::nullopt;
}

/// `FILE:LINE:COLUMN: ...`, or `FILE: ...` where there is no text to point at.
void check_place(std::string_view finding, const std::string& file) {
  require(finding.starts_with(file), "a finding names its file", finding);
  finding.remove_prefix(file.size());
  for (int numbers = 0; numbers != 2 && !finding.starts_with(": "); ++numbers) {
    const std::size_t end = finding.find_first_not_of("0123456789", 1);
    require(finding.starts_with(":") && end != std::string_view::npos && end > 1, "a finding has a line and a column",
            finding);
    finding.remove_prefix(end);
  }
  require(finding.starts_with(": ") && finding.size() > 4, "a finding says what is wrong", finding);
}

/// Models read why a server is not started.
void check_reasons(const ConfigReading& reading, std::string_view text) {
  if (!reading.config) return;
  for (const ToolboxEntry& toolbox : reading.config->toolboxes) {
    for (const ServerEntry& server : toolbox.servers) {
      if (!server.unusable) continue;
      require(server.unusable->starts_with("its entry "), "a reason is about the entry", *server.unusable);
      require(server.unusable->find(kSecret) == std::string::npos || text.find(kSecret) != std::string_view::npos,
              "no reason has the value of a variable", *server.unusable);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Vocabulary words = vocabulary();
  const std::string_view text = fuzzing::text_of(data, size);
  if (text.find("envFile") != std::string_view::npos) return 0;  // it could name any file of this machine
  const fuzzing::MemoryFile file(text);
  const ConfigReading reading = read_config(file.path(), words, environment);
  bool has_error = false;
  for (const Finding& finding : reading.findings) {
    has_error = has_error || finding.severity == Finding::Severity::error;
    fuzzing::require_line(finding.text);
    check_place(finding.text, file.path().string());
    require(finding.text.find(kSecret) == std::string::npos || text.find(kSecret) != std::string_view::npos,
            "no finding has the value of a variable", finding.text);
  }
  require(reading.config.has_value() != has_error, "a file is accepted if nothing but single entries is wrong", text);
  check_reasons(reading, text);
  require(!reading.files.empty(), "the file is among those that were read", text);

  const ConfigReading again = read_config(file.path(), words, environment);
  require(again.config == reading.config, "a file that has not changed has the same effect", text);
  require(again.findings.size() == reading.findings.size(), "and the same findings", text);
  return 0;
}
