#include "config/settings/setting_table.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "config/settings/setting_value.hpp"
#include "json/scanner.hpp"

namespace workbench::config {
namespace {

using Apply = std::function<Result<void>(const SettingText&, Settings&)>;
using Parse = Result<std::uint64_t> (*)(std::string_view);
using Show = std::string (*)(std::uint64_t);

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

/// The unit of a limit.
struct Measure {
  const char* type;
  Parse parse;
  Show show;
};
constexpr Measure kBytes = {"bytes", parse_bytes, show_bytes};
constexpr Measure kMilliseconds = {"milliseconds", parse_milliseconds, show_milliseconds};
constexpr Measure kCount = {"number", parse_count, show_count};

struct Range {
  std::uint64_t min;
  std::uint64_t max;
};

/// Whether a change takes effect while the workbench runs. Limits that plugins read need a restart: their Host keeps
/// the limits of the start.
constexpr bool kHasEffectAtOnce = true;
constexpr bool kNeedsRestart = false;

/// A setting for a member of ProcessLimits. Its default is the member's, and its range ends the sentence and the error.
template <typename T, typename Class>
Setting limit(std::string key, T Class::*member, const Measure& measure, Range range, bool has_effect_at_once,
              std::string sentence) {
  const std::string span = measure.show(range.min) + " to " + measure.show(range.max);
  SettingDescription description{std::move(key),
                                 "",
                                 measure.type,
                                 measure.show(number_of(base::ProcessLimits{}.*member)),
                                 std::move(sentence) + " (" + span + ").",
                                 has_effect_at_once};
  return {std::move(description),
          [=](const SettingText& text, Settings& settings) -> Result<void> {
            const auto number = measure.parse(text.text);
            if (!number) return number.error();
            if (*number < range.min || *number > range.max) {
              return Error{ErrorKind::invalid_argument, "is out of range; choose from " + span};
            }
            set(settings.limits.*member, *number);
            return {};
          },
          [=](const Settings& one, const Settings& other) { return one.limits.*member == other.limits.*member; },
          [=](const Settings& from, Settings& to) { to.limits.*member = from.limits.*member; }};
}

/// A setting for any other member.
template <typename T>
Setting setting(SettingDescription description, T Settings::*member, Apply apply) {
  return {std::move(description), std::move(apply),
          [=](const Settings& one, const Settings& other) { return one.*member == other.*member; },
          [=](const Settings& from, Settings& to) { to.*member = from.*member; }};
}

enum class Emptiness { refused, allowed };

Result<std::vector<std::string>> parse_names(const SettingText& text, Emptiness emptiness) {
  auto names = parse_list(text.text, ',');
  if (names && names->empty() && emptiness == Emptiness::refused) {
    return Error{ErrorKind::invalid_argument, "is empty; name at least one, or remove the setting"};
  }
  return names;
}

Result<void> apply_toolboxes_file(const SettingText& text, Settings& settings) {
  if (text.text.empty()) return Error{ErrorKind::invalid_argument, "is empty; name a file, or remove the setting"};
  settings.toolboxes_file = text.folder / text.text;
  return {};
}

Result<void> apply_plugin_path(const SettingText& text, Settings& settings) {
  const auto folders = parse_list(text.text, ':');
  if (!folders) return folders.error();
  if (folders->empty()) {
    return Error{ErrorKind::invalid_argument, "is empty; name at least one, or remove the setting"};
  }
  settings.plugin_path.clear();
  for (const std::string& folder : *folders) settings.plugin_path.push_back(text.folder / folder);
  return {};
}

/// The listener of HTTP was once part of its transport's plugin, so a list with the transport alone means both.
void add_listener_of_http(std::vector<std::string>& plugins) {
  constexpr std::string_view kTransport = "http-transport";
  constexpr std::string_view kListener = "http-listener";
  const auto find = [&](std::string_view name) {
    return std::find_if(plugins.begin(), plugins.end(), [name](std::string_view plugin) {
      plugin.remove_prefix(plugin.rfind('/') + 1);  // of a file
      return plugin.starts_with(name) && (plugin.size() == name.size() || plugin.substr(name.size()) == ".so");
    });
  };
  const auto transport = find(kTransport);
  if (transport == plugins.end() || find(kListener) != plugins.end()) return;
  std::string listener = *transport;
  listener.replace(listener.rfind(kTransport), kTransport.size(), kListener);
  plugins.insert(transport, std::move(listener));
}

/// A name with a slash is a file.
Result<std::vector<std::string>> parse_plugins(const SettingText& text, Emptiness emptiness) {
  auto plugins = parse_names(text, emptiness);
  if (!plugins) return plugins;
  for (std::string& plugin : *plugins) {
    const bool is_file = plugin.find('/') != std::string::npos;
    if (is_file) plugin = (text.folder / plugin).string();
  }
  add_listener_of_http(*plugins);
  return plugins;
}

Result<void> apply_plugins(const SettingText& text, Settings& settings) {
  auto plugins = parse_plugins(text, Emptiness::refused);
  if (!plugins) return std::move(plugins).error();
  settings.plugins = *std::move(plugins);
  return {};
}

Result<void> apply_added_plugins(const SettingText& text, Settings& settings) {
  auto plugins = parse_plugins(text, Emptiness::allowed);
  if (!plugins) return std::move(plugins).error();
  settings.added_plugins = *std::move(plugins);
  return {};
}

Result<void> apply_log_level(const SettingText& text, Settings& settings) {
  const auto level = parse_log_level(text.text);
  if (!level) return level.error();
  settings.log_level = *level;
  return {};
}

Result<void> apply_notify(const SettingText& text, Settings& settings) {
  if (text.text != "off" && text.text != "desktop") {
    return Error{ErrorKind::invalid_argument, "must be off or desktop"};
  }
  settings.notifies_desktop = text.text == "desktop";
  return {};
}

Result<void> apply_trace_endpoint(const SettingText& text, Settings& settings) {
  settings.trace_endpoint = text.text;
  return {};
}

Result<void> apply_log_file(const SettingText& text, Settings& settings) {
  settings.log_file = text.text.empty() ? std::filesystem::path() : text.folder / text.text;
  return {};
}

/// The names of the objects of a kind that are used.
Setting list_of_objects(const registry::Kind& kind) {
  const registry::ListSetting& list = kind.list;
  const Emptiness emptiness = list.may_be_empty ? Emptiness::allowed : Emptiness::refused;
  return {
      {std::string(list.key), "", "list of names (,)", std::string(list.default_value), std::string(list.description)},
      [&kind, emptiness](const SettingText& text, Settings& settings) -> Result<void> {
        auto names = parse_names(text, emptiness);
        if (!names) return std::move(names).error();
        settings.of(kind).names = *std::move(names);
        return {};
      },
      [&kind](const Settings& one, const Settings& other) { return one.of(kind).names == other.of(kind).names; },
      [&kind](const Settings& from, Settings& to) { to.of(kind).names = from.of(kind).names; }};
}

Setting flag(SettingDescription description, bool Settings::*member) {
  return setting(std::move(description), member, [member](const SettingText& text, Settings& settings) -> Result<void> {
    if (text.text != "true" && text.text != "false") {
      return Error{ErrorKind::invalid_argument, "must be true or false"};
    }
    settings.*member = text.text == "true";
    return {};
  });
}

Result<void> apply_server_starts(const SettingText& text, Settings& settings) {
  constexpr std::uint64_t kMax = 10'000;
  settings.server_starts.reset();
  if (text.text.empty()) return {};
  const auto number = parse_count(text.text);
  if (!number) return number.error();
  if (*number > kMax) {
    return Error{ErrorKind::invalid_argument, "is out of range; choose from 0 to " + std::to_string(kMax)};
  }
  settings.server_starts = *number;
  return {};
}

Result<void> apply_principal_workspaces(const SettingText& text, Settings& settings) {
  constexpr std::uint64_t kMax = 10'000;
  const auto number = parse_count(text.text);
  if (!number) return number.error();
  if (*number < 1 || *number > kMax) {
    return Error{ErrorKind::invalid_argument, "is out of range; choose from 1 to " + std::to_string(kMax)};
  }
  settings.principal_workspaces = *number;
  return {};
}

/// The size of the hash that the key is used with.
constexpr std::size_t kMinKeyBytes = 32;

Result<void> apply_request_state_key(const SettingText& text, Settings& settings) {
  if (!text.text.empty() && text.text.size() < kMinKeyBytes) {
    return Error{ErrorKind::invalid_argument,
                 "is too short for a secret; use at least " + std::to_string(kMinKeyBytes) + " random characters"};
  }
  settings.request_state_key = text.text;
  return {};
}

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kGiB = kKiB * kKiB * kKiB;
constexpr std::uint64_t kMinute = 60'000;
constexpr std::uint64_t kHour = 60 * kMinute;

std::vector<Setting> of_configuration_and_plugins() {
  const std::string plugin_folder = std::string("PREFIX/") + kPluginFolder;
  return {
      setting(
          {kToolboxesKey, "WORKBENCH_CONFIG", "path", "./workbench-config.json",
           "The JSON file that defines the toolboxes. Without this setting, the working directory's file is used if "
           "`mcp-workbench trust` has allowed it, else the user's own."},
          &Settings::toolboxes_file, apply_toolboxes_file),
      flag({"config.watch", "", "true or false", "true",
            "Whether the configuration and the files of listeners are read again when they change, without a SIGHUP."},
           &Settings::watches_files),
      setting({kPluginPathKey, "WORKBENCH_PLUGIN_PATH", "list of paths (:)", plugin_folder,
               "The folders to search for plugins, in this order; PREFIX is the folder above the program's bin/."},
              &Settings::plugin_path, apply_plugin_path),
      setting({"plugins.load", "", "list of names (,)",
               "stdio-transport, http-listener, http-transport, local-listener, filters, meta-tools, call-log, "
               "metrics, lock, scan, approvals, traces",
               "The plugins to load, in this order; a name with a slash is a file."},
              &Settings::plugins, apply_plugins),
      setting({"plugins.add", "", "list of names (,)", "",
               "More plugins to load, after those of plugins.load, whose default need not be repeated for them."},
              &Settings::added_plugins, apply_added_plugins),
      flag(
          {"plugins.checkFiles", "", "true or false", "true",
           "Whether a plugin is refused if users other than root and the user of the workbench can change its file, or "
           "a folder on the way to it."},
          &Settings::checks_plugin_files),
  };
}

/// The lists of the objects that are used, of each kind that has one.
std::vector<Setting> of_kinds() {
  std::vector<Setting> settings;
  for (const registry::Kind& kind : registry::kinds()) {
    if (!kind.list.key.empty()) settings.push_back(list_of_objects(kind));
  }
  return settings;
}

std::vector<Setting> of_serving() {
  return {
      flag({"schemaRepair", "", "true or false", "true",
            "Whether tool definitions that clients would refuse are repaired; one that cannot be repaired is left out, "
            "and the others stay."},
           &Settings::repairs_schemas),
      flag({"catalog.cache", "", "true or false", "true",
            "Whether what servers list is kept in $XDG_CACHE_HOME/mcp-workbench (default: $HOME/.cache/mcp-workbench), "
            "so that it is known before they are started."},
           &Settings::keeps_catalogs),
      flag({"strictInput", "", "true or false", "false",
            "Whether meta-tools refuse input that does not match their schema even if its meaning is unambiguous."},
           &Settings::strict_input),
      setting(
          {"requestState.key", "WORKBENCH_REQUEST_STATE_KEY", "secret", "",
           "The secret that signs the requestState of suspended calls; replicas must share one. Empty: each process "
           "generates its own."},
          &Settings::request_state_key, apply_request_state_key),
      setting(
          {"approvals.notify", "", "off or desktop", "off",
           "Whether a notice on the desktop (notify-send) says that calls wait for a person's approval. It has their "
           "number, and nothing of what they say."},
          &Settings::notifies_desktop, apply_notify),
      setting({"traces.otlp.endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT", "URL", "",
               "The URL of an OpenTelemetry collector, to whose path v1/traces a span of each request is sent as OTLP "
               "over HTTP with JSON, such as http://localhost:4318. Empty: nothing is traced, unless the environment "
               "has OTEL_EXPORTER_OTLP_TRACES_ENDPOINT (reference/traces.md)."},
              &Settings::trace_endpoint, apply_trace_endpoint),
      setting({"log.level", "WORKBENCH_LOG_LEVEL", "level", "information",
               "The least severe level that is logged: error, warning, information, debug or trace.", kHasEffectAtOnce},
              &Settings::log_level, apply_log_level),
      setting({"log.file", "", "path", "", "A file to which the log is added, beside stderr; none."},
              &Settings::log_file, apply_log_file),
      limit("limits.messageBytes", &base::ProcessLimits::message_bytes, kBytes, {64 * kKiB, 2 * kGiB}, kNeedsRestart,
            "The maximum size of a message, in either direction"),
      limit("limits.messageDepth", &base::ProcessLimits::message_depth, kCount, {16, json::kMaxDepth}, kNeedsRestart,
            "The maximum depth to which arrays and objects are nested in a message"),
      limit("limits.serverBacklogBytes", &base::ProcessLimits::server_backlog_bytes, kBytes, {64 * kKiB, 4 * kGiB},
            kHasEffectAtOnce, "How much may be queued for one server before further calls fail as busy"),
      limit("limits.clientBacklogBytes", &base::ProcessLimits::client_backlog_bytes, kBytes, {64 * kKiB, 4 * kGiB},
            kHasEffectAtOnce, "How much may be queued for one client before the servers that send to it are paused"),
      limit("limits.callsInFlight", &base::ProcessLimits::calls_in_flight, kCount, {1, 1'000'000}, kHasEffectAtOnce,
            "The maximum number of calls of one client, or of all modern clients of a principal, that wait for a "
            "response"),
      limit(
          "limits.principalCalls", &base::ProcessLimits::principal_calls, kCount, {0, 1'000'000}, kHasEffectAtOnce,
          "The maximum number of calls of all clients of one principal together that wait for a response; 0: no limit "
          "but limits.callsInFlight"),
      limit("limits.principalServers", &base::ProcessLimits::principal_servers, kCount, {0, 1'000'000},
            kHasEffectAtOnce,
            "The maximum number of servers that run at once for all clients of one principal together, without shared "
            "ones; 0: no limit"),
      setting({"limits.principalWorkspaces", "", "number", show_count(Settings{}.principal_workspaces),
               "The maximum number of different sets of capabilities with which modern clients of one principal are "
               "served at once: each set has servers of its own (1 to 10000)."},
              &Settings::principal_workspaces, apply_principal_workspaces),
      limit("limits.toolsPerServer", &base::ProcessLimits::tools_per_server, kCount, {1, 1'000'000}, kHasEffectAtOnce,
            "The maximum number of tools that one server may list"),
      limit("limits.pagesPerList", &base::ProcessLimits::pages_per_list, kCount, {1, 100'000}, kHasEffectAtOnce,
            "The maximum number of pages of one server's list"),
      limit("limits.serverStart", &base::ProcessLimits::server_start, kMilliseconds, {100, kHour}, kHasEffectAtOnce,
            "How long a server may take to start: launch, initialization and first list together"),
      setting(
          {"limits.serverStarts", "", "number", "",
           "The number of servers that may be starting at once before idle processors decide whether more may (0 to "
           "10000); 0: no limit; empty: two for each processor."},
          &Settings::server_starts, apply_server_starts),
      limit(
          "limits.openPatience", &base::ProcessLimits::open_patience, kMilliseconds, {0, kHour}, kHasEffectAtOnce,
          "How long opening a toolbox waits for a server that is starting, counted from its start; the start continues "
          "after that. Lists of prompts and resources wait as long, and for a host that ignores changes of lists up to "
          "four times as long"),
      limit(
          "limits.listPatience", &base::ProcessLimits::list_patience, kMilliseconds, {0, kHour}, kHasEffectAtOnce,
          "How long a list of tools that are shown natively waits for servers that are starting. Hosts leave out a "
          "server whose first list takes long. What starts later is shown by the next list; a host that does not list "
          "again is shown the meta-tools, too, and one that connects for each call waits for limits.openPatience"),
      limit("limits.probe", &base::ProcessLimits::probe, kMilliseconds, {10, kHour}, kHasEffectAtOnce,
            "How long a server may take to answer server/discover before the workbench falls back to initialize"),
      limit("limits.suspended", &base::ProcessLimits::suspended, kMilliseconds, {100, 24 * kHour}, kHasEffectAtOnce,
            "How long a suspended call waits for its client to repeat it with the input that its server requested"),
      limit("limits.suspendedCalls", &base::ProcessLimits::suspended_calls, kCount, {1, 1'000'000}, kHasEffectAtOnce,
            "The maximum number of suspended calls of one client, or of all modern clients that share a token"),
      limit("limits.call", &base::ProcessLimits::call, kMilliseconds, {100, 24 * kHour}, kHasEffectAtOnce,
            "How long a tool call may take without a sign of progress"),
      limit("limits.idle", &base::ProcessLimits::idle, kMilliseconds, {100, 24 * kHour}, kHasEffectAtOnce,
            "How long the servers of clients without a session keep running after the last request of their principal"),
      limit("limits.idleServer", &base::ProcessLimits::idle_server, kMilliseconds, {0, 24 * kHour}, kHasEffectAtOnce,
            "How long a server keeps running without a call before it is stopped until the next one; 0: it is not "
            "stopped"),
      limit("limits.idleExit", &base::ProcessLimits::idle_exit, kMilliseconds, {0, 24 * kHour}, kHasEffectAtOnce,
            "How long the workbench keeps running without a connected client; 0: without limit"),
      limit("limits.drainLeast", &base::ProcessLimits::drain_least, kMilliseconds, {0, kHour}, kHasEffectAtOnce,
            "The minimum time for which new clients over the network are refused before the workbench exits, so that "
            "load balancers notice"),
      limit("limits.drain", &base::ProcessLimits::drain, kMilliseconds, {0, kHour}, kHasEffectAtOnce,
            "How long calls of clients over the network may continue after the workbench has been asked to shut down"),
      limit("limits.serverEnd", &base::ProcessLimits::server_end, kMilliseconds, {100, kHour}, kHasEffectAtOnce,
            "How long a server may take to end while the workbench keeps running: a third of it after its stdin was "
            "closed, another after SIGTERM; never less than limits.shutdown"),
      limit("limits.shutdown", &base::ProcessLimits::shutdown, kMilliseconds, {100, kMinute}, kNeedsRestart,
            "How long shutting down may take, until the process of the last server has exited"),
  };
}

}  // namespace

const std::vector<Setting>& setting_table() {
  static const std::vector<Setting> table = [] {
    std::vector<Setting> all = of_configuration_and_plugins();
    for (Setting& setting : of_kinds()) all.push_back(std::move(setting));
    for (Setting& setting : of_serving()) all.push_back(std::move(setting));
    return all;
  }();
  return table;
}

}  // namespace workbench::config
