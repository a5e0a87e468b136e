#include "command_line/manual_sections.hpp"

#include <utility>

#include "config/settings/setting_descriptions.hpp"

namespace workbench::app {
namespace {

std::vector<ManualEntry> variables_of_settings() {
  std::vector<ManualEntry> entries;
  for (const config::SettingDescription& setting : config::setting_descriptions()) {
    if (!setting.environment.empty()) entries.push_back({setting.environment, "The setting " + setting.key});
  }
  return entries;
}

}  // namespace

const std::vector<ManualEntry>& manual_examples() {
  static const std::vector<ManualEntry> examples{
      {"mcp-workbench init", "Imports the servers of the other clients on this machine into a toolboxes file"},
      {"mcp-workbench --check --config toolboxes.json",
       "Checks the configuration, and starts nothing; with --deep it starts every server once"},
      {"mcp-workbench --join", "Serves a client over stdio, through the workbench that all clients of the user share"},
      {"mcp-workbench -D listeners=http", "Serves clients at http://127.0.0.1:8464/mcp"},
      {"mcp-workbench list", "Shows toolboxes, servers and tools"},
      {"mcp-workbench call text/demo/word_count 'text=two words'", "Calls a tool, and prints its result"},
      {"mcp-workbench doctor", "Starts the servers, and explains what is wrong with those that fail"},
      {"mcp-workbench logs --follow", "Shows the log of the shared workbench, with the lines that are added"},
  };
  return examples;
}

const std::vector<ManualEntry>& manual_files() {
  static const std::vector<ManualEntry> files{
      {"./workbench-config.json", "The toolboxes file of a folder, if \"mcp-workbench trust\" has allowed it"},
      {"$XDG_CONFIG_HOME/mcp-workbench/workbench-config.json",
       "The toolboxes file of the user; XDG_CONFIG_HOME defaults to $HOME/.config"},
      {"TOOLBOXES_FILE.inputs", "The answers to the inputs of a toolboxes file, for its owner alone"},
      {"$XDG_STATE_HOME/mcp-workbench/",
       "trusted-files.json, which has the toolboxes files that are allowed; logins/, unless a keyring has them; "
       "replaced/, which has the files that init has changed; the log of the shared workbench. XDG_STATE_HOME defaults "
       "to $HOME/.local/state"},
      {"$XDG_CACHE_HOME/mcp-workbench/",
       "What servers listed when they ran last; XDG_CACHE_HOME defaults to $HOME/.cache"},
      {"$XDG_DATA_HOME/mcp-workbench/",
       "This user's copies of the program, one in a folder for each version, and current, the one that clients start; "
       "XDG_DATA_HOME defaults to $HOME/.local/share"},
      {"$HOME/.local/bin/mcp-workbench", "A link to the program of the current copy"},
      {"$XDG_RUNTIME_DIR/mcp-workbench/",
       "The socket of the shared workbench; XDG_RUNTIME_DIR defaults to /run/user/UID, and where that does not exist, "
       "the folder is /tmp/mcp-workbench-UID"},
      {"PREFIX/lib/mcp-workbench/plugins/", "The plugins; PREFIX is the folder above the program's bin/"},
      {"PREFIX/share/mcp-workbench/config-samples/", "Examples of both configuration files"},
      {"PREFIX/share/mcp-workbench/toolboxes.schema.json", "The JSON Schema of toolboxes files, for editors"},
      {"PREFIX/share/doc/mcp-workbench/", "The documents; reference/ has all keys and settings"},
  };
  return files;
}

const std::vector<ManualEntry>& manual_environment() {
  static const std::vector<ManualEntry> variables = [] {
    std::vector<ManualEntry> all{{"WORKBENCH_PROPERTIES", "The properties file, unless --properties names one"}};
    for (ManualEntry& entry : variables_of_settings()) all.push_back(std::move(entry));
    all.push_back({"HOME, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_RUNTIME_DIR",
                   "Where the files of the user are; relative paths are ignored"});
    all.push_back({"PATH", "Where the programs of servers are looked for, before the PATH of the login shell"});
    all.push_back({"SHELL", "The login shell"});
    all.push_back(
        {"http_proxy, https_proxy, all_proxy, no_proxy", "The proxies for servers behind a URL; in capitals, too"});
    all.push_back({"NOTIFY_SOCKET, LISTEN_FDS, LISTEN_PID", "Set by systemd, for a workbench that is its service"});
    return all;
  }();
  return variables;
}

}  // namespace workbench::app
