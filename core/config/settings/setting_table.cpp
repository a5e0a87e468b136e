#include "config/settings/setting_table.hpp"

#include <cstdint>
#include <utility>

#include "config/settings/setting_value.hpp"
#include "json/scanner.hpp"

namespace workbench::config {
namespace {

using Apply = std::function<Result<void>(const SettingText&, Settings&)>;
using Parse = Result<std::uint64_t> (*)(std::string_view);
using Show = std::string (*)(std::uint64_t);

constexpr std::string_view kFrontDoorPrefix = "listener.";

std::string show_count(std::uint64_t count) {
  return std::to_string(count);
}

void set(std::size_t& limit, std::uint64_t number) {
  limit = number;
}
void set(std::chrono::milliseconds& limit, std::uint64_t number) {
  limit = std::chrono::milliseconds(number);
}
std::uint64_t number_of(std::size_t limit) {
  return limit;
}
std::uint64_t number_of(std::chrono::milliseconds limit) {
  return static_cast<std::uint64_t>(limit.count());
}

/// What kind of number a limit is.
struct Measure {
  const char* type;
  Parse parse;
  Show show;
};
constexpr Measure kBytes = {"bytes", parse_bytes, show_bytes};
constexpr Measure kMilliseconds = {"milliseconds", parse_milliseconds, show_milliseconds};
constexpr Measure kCount = {"number", parse_count, show_count};

struct Range {
  std::uint64_t least;
  std::uint64_t most;
};

/// A member of Limits, with its default and its range in every place where they are told.
template <typename T>
Setting limit(std::string key, T Limits::*member, const Measure& measure, Range range, std::string sentence) {
  const std::string span = measure.show(range.least) + " to " + measure.show(range.most);
  SettingDescription description{std::move(key), "", measure.type, measure.show(number_of(Limits{}.*member)),
                                 std::move(sentence) + " (" + span + ")."};
  return {std::move(description), [=](const SettingText& text, Settings& settings) -> Result<void> {
            const auto number = measure.parse(text.text);
            if (!number) return number.error();
            if (*number < range.least || *number > range.most) {
              return Error{ErrorKind::invalid_argument, "is out of range; choose from " + span};
            }
            set(settings.limits.*member, *number);
            return {};
          }};
}

enum class Emptiness { refused, allowed };

Apply list_of_names(std::vector<std::string> Settings::*member, Emptiness emptiness) {
  return [=](const SettingText& text, Settings& settings) -> Result<void> {
    auto names = parse_list(text.text, ',');
    if (!names) return std::move(names).error();
    if (names->empty() && emptiness == Emptiness::refused) {
      return Error{ErrorKind::invalid_argument, "names nothing; name at least one, or remove the setting"};
    }
    settings.*member = std::move(*names);
    return {};
  };
}

Result<void> apply_toolboxes_file(const SettingText& text, Settings& settings) {
  if (text.text.empty()) return Error{ErrorKind::invalid_argument, "names no file; name one, or remove the setting"};
  settings.toolboxes_file = text.folder / text.text;
  return {};
}

Result<void> apply_plugin_path(const SettingText& text, Settings& settings) {
  const auto folders = parse_list(text.text, ':');
  if (!folders) return folders.error();
  if (folders->empty()) {
    return Error{ErrorKind::invalid_argument, "names nothing; name at least one, or remove the setting"};
  }
  settings.plugin_path.clear();
  for (const std::string& folder : *folders) settings.plugin_path.push_back(text.folder / folder);
  return {};
}

Result<void> apply_plugins(const SettingText& text, Settings& settings) {
  const auto listed = list_of_names(&Settings::plugins, Emptiness::refused)(text, settings);
  for (std::string& plugin : settings.plugins) {
    const bool is_file = plugin.find('/') != std::string::npos;
    if (is_file) plugin = (text.folder / plugin).string();
  }
  return listed;
}

Result<void> apply_log_level(const SettingText& text, Settings& settings) {
  const auto level = parse_log_level(text.text);
  if (!level) return level.error();
  settings.log_level = *level;
  return {};
}

Apply flag(bool Settings::*member) {
  return [member](const SettingText& text, Settings& settings) -> Result<void> {
    if (text.text != "true" && text.text != "false") {
      return Error{ErrorKind::invalid_argument, "must be true or false"};
    }
    settings.*member = text.text == "true";
    return {};
  };
}

/// So many bytes as the hash has that it goes into.
constexpr std::size_t kShortestKey = 32;

Result<void> apply_request_state_key(const SettingText& text, Settings& settings) {
  if (!text.text.empty() && text.text.size() < kShortestKey) {
    return Error{ErrorKind::invalid_argument,
                 "is too short for a secret; use at least " + std::to_string(kShortestKey) + " random characters"};
  }
  settings.request_state_key = text.text;
  return {};
}

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kGiB = kKiB * kKiB * kKiB;
constexpr std::uint64_t kMinute = 60'000;
constexpr std::uint64_t kHour = 60 * kMinute;

std::vector<Setting> make_table() {
  const std::string plugin_folder = std::string("PREFIX/") + kPluginFolder;
  return {
      {{"workbench.toolboxes", "WORKBENCH_CONFIG", "path", "./workbench-config.json",
        "The JSON file with the toolboxes."},
       apply_toolboxes_file},
      {{kPluginPathKey, "WORKBENCH_PLUGIN_PATH", "list of paths (:)", plugin_folder,
        "The folders in which plugins are looked for, in this order; PREFIX is the folder above the program's bin/."},
       apply_plugin_path},
      {{"plugins.load", "", "list of names (,)", "stdio-transport, http-transport, filters, meta-tools",
        "The plugins to load, in this order; a name with a slash is a file."},
       apply_plugins},
      {{"listeners", "", "list of names (,)", "stdio", "How clients reach the workbench."},
       list_of_names(&Settings::listeners, Emptiness::refused)},
      {{"metaTools", "", "list of names (,)", "",
        "The meta-tools that clients are offered, in this order; empty: those that are offered unasked (none in flat "
        "mode)."},
       list_of_names(&Settings::meta_tools, Emptiness::allowed)},
      {{"schemaRepair", "", "true or false", "true",
        "Whether tool definitions that clients would refuse are mended; one that cannot be mended is left out alone."},
       flag(&Settings::repairs_schemas)},
      {{"strictInput", "", "true or false", "false",
        "Whether meta-tools refuse an input that does not have the shape of their schema, although it can mean one "
        "thing only."},
       flag(&Settings::strict_input)},
      {{"requestState.key", "WORKBENCH_REQUEST_STATE_KEY", "secret", "",
        "What seals the requestState of calls that wait for their clients; replicas share one. Empty: each process "
        "makes "
        "up its own."},
       apply_request_state_key},
      {{"log.level", "WORKBENCH_LOG_LEVEL", "level", "information",
        "The least important lines that are logged: error, warning, information, debug or trace."},
       apply_log_level},
      limit("limits.messageBytes", &Limits::message_bytes, kBytes, {64 * kKiB, 2 * kGiB},
            "The longest message that is accepted, either way"),
      limit("limits.messageDepth", &Limits::message_depth, kCount, {16, json::kMaxDepth},
            "How deeply arrays and objects may be nested in a message"),
      limit("limits.serverBacklogBytes", &Limits::server_backlog_bytes, kBytes, {64 * kKiB, 4 * kGiB},
            "What is accepted for one server and not yet written, before further calls fail as busy"),
      limit("limits.clientBacklogBytes", &Limits::client_backlog_bytes, kBytes, {64 * kKiB, 4 * kGiB},
            "What a client has not yet read, before its sources are paused"),
      limit("limits.callsInFlight", &Limits::calls_in_flight, kCount, {1, 1'000'000},
            "How many calls of one client may wait for an answer"),
      limit("limits.toolsPerServer", &Limits::tools_per_server, kCount, {1, 1'000'000},
            "How many tools one server may list"),
      limit("limits.pagesPerList", &Limits::pages_per_list, kCount, {1, 100'000},
            "How many pages one server's list may have"),
      limit("limits.serverStart", &Limits::server_start, kMilliseconds, {100, kHour},
            "How long a server may take to start: launch, handshake and first list together"),
      limit("limits.openPatience", &Limits::open_patience, kMilliseconds, {0, kHour},
            "How long opening a toolbox, or a list in flat mode, waits for a server since it was started, before it "
            "answers with what is ready; the start goes on"),
      limit(
          "limits.probe", &Limits::probe, kMilliseconds, {10, kHour},
          "How long a server may take to say which protocol versions it speaks, before it is greeted in the older way "
          "as well"),
      limit("limits.suspended", &Limits::suspended, kMilliseconds, {100, 24 * kHour},
            "How long a call waits for its client to repeat it with the answers that its server asked for"),
      limit("limits.suspendedCalls", &Limits::suspended_calls, kCount, {1, 1'000'000},
            "How many calls of one client, or of all modern clients of a token, may wait in that way"),
      limit("limits.call", &Limits::call, kMilliseconds, {100, 24 * kHour},
            "How long a tool call may go on without a sign of progress"),
      limit("limits.idle", &Limits::idle, kMilliseconds, {100, 24 * kHour},
            "How long the servers of clients without a session go on after the last request of their principal"),
      limit("limits.idleServer", &Limits::idle_server, kMilliseconds, {0, 24 * kHour},
            "How long a server goes on without a call before it is ended until the next one; 0: it is not ended"),
      limit("limits.drainLeast", &Limits::drain_least, kMilliseconds, {0, kHour},
            "How long newcomers over the network are told that nobody is served any more before the workbench ends, so "
            "that load balancers notice"),
      limit("limits.drain", &Limits::drain, kMilliseconds, {0, kHour},
            "How long the calls of clients that come over the network may go on when the workbench is told to end"),
      limit("limits.shutdown", &Limits::shutdown, kMilliseconds, {100, kMinute},
            "How long the end may take, until the last server's process is gone"),
  };
}

}  // namespace

const std::vector<Setting>& setting_table() {
  static const std::vector<Setting> table = make_table();
  return table;
}

bool is_listener_key(std::string_view key) {
  return key.substr(0, kFrontDoorPrefix.size()) == kFrontDoorPrefix;
}

std::optional<FrontDoorKey> parse_listener_key(std::string_view key) {
  const std::string_view rest = key.substr(kFrontDoorPrefix.size());
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == rest.size()) return std::nullopt;
  return FrontDoorKey{std::string(rest.substr(0, dot)), std::string(rest.substr(dot + 1))};
}

const std::vector<SettingDescription>& setting_descriptions() {
  static const std::vector<SettingDescription> descriptions = [] {
    std::vector<SettingDescription> all;
    for (const Setting& setting : setting_table()) {
      all.push_back(setting.description);
      if (setting.description.key == "listeners") {
        all.push_back({"listener.NAME.OPTION", "", "as the listener says", "",
                       "An option of the listener NAME; which there are is told by the plugin that brings it."});
      }
    }
    return all;
  }();
  return descriptions;
}

}  // namespace workbench::config
