#include "config/toolboxes_file/file_keys.hpp"

#include <algorithm>
#include <map>

#include "config/toolboxes_file/value_ranges.hpp"

namespace workbench::config {
namespace {

constexpr bool kIsRequired = true;

constexpr std::string_view kInputsSchema = R"("type":"array","items":{"$ref":"#/$defs/input"})";
constexpr std::string_view kToolsSchema = R"("type":"object","additionalProperties":{"$ref":"#/$defs/tool"})";
constexpr std::string_view kArgumentsSchema = R"("type":"object","additionalProperties":{"$ref":"#/$defs/argument"})";

constexpr std::string_view kAnnotationsSchema =
    R"("type":"object","properties":{"readOnlyHint":{"type":"boolean"},"destructiveHint":{"type":"boolean"},)"
    R"("idempotentHint":{"type":"boolean"},"openWorldHint":{"type":"boolean"}},"additionalProperties":false)";

/// An entry of `approve` or `toolFilters`.
constexpr std::string_view kFilterPattern = "^(!.|[^!])";
constexpr std::string_view kLabelPattern = R"(^(private|untrusted|sends)$|\$\{)";

/// RFC 6749, section 3.3. A variable fits, too.
constexpr std::string_view kScopePattern = R"(^[!#-\[\]-~]+$)";

std::vector<FileKey> keys_of_the_file() {
  constexpr KeyPlace kFile = KeyPlace::file;
  return {
      {kFile, "toolboxes", object_value(kNamePattern, "toolbox"), "",
       "The toolboxes by name. Clients see them in the order of the file.", kIsRequired},
      {kFile, "toolMode", choice_value({"auto", "proxy", "dynamic", "flat"}), "`proxy`",
       "How clients reach tools: through meta-tools (`proxy`), natively once their toolbox is open (`dynamic`), "
       "natively from the start (`flat`), or natively by those whose host defers tools itself and through meta-tools "
       "by "
       "all others (`auto`, which `init` writes into new files)."},
      {kFile, "autoOpen", flag_value(), "`false`", "The default of `autoOpen` in toolboxes."},
      {kFile, "inputs", value_of_schema("array of objects", kInputsSchema), "none",
       "Values that a person is asked for once; `${input:ID}` refers to them."},
      {kFile, "envFile", text_value(), "none",
       "A file of `NAME=value` lines. `${NAME}` anywhere in the toolboxes file means these variables before the "
       "environment's. Servers do not get them. Relative to the JSON file."},
      {kFile, "sandbox", choice_value({"required", "listed", "off"}), "`listed`",
       "Which servers are confined: all that the workbench starts (`required`), those with `\"sandboxEnabled\": true` "
       "(`listed`), or none (`off`)."},
      {kFile, "approve", text_list_value(kFilterPattern), "none",
       "The calls for which a person is asked first, of all servers: filters as in `toolFilters`, or `flow:`. A "
       "toolbox "
       "and a server add to them, and take back with `!`."},
      {kFile, "lock", choice_value({"off", "warn", "block"}), "`warn` where there is a `workbench.lock`",
       "What becomes of an item that differs from what was reviewed in `workbench.lock`: it is shown (`off`), shown "
       "with a note (`warn`), or withheld (`block`)."},
      {kFile, "hosts", object_value(kHostPattern, "host"), "none", "Corrects and extends the table of known hosts."},
      {kFile, "$schema", any_value(), "none",
       "The address of the JSON Schema of this file, for editors; the workbench ignores it."},
  };
}

std::vector<FileKey> keys_of_a_host() {
  constexpr KeyPlace kHost = KeyPlace::host;
  return {
      {kHost, "maxResultBytes", integer_value(kMinResultBytes, kMaxBytesOfHost), "the table's",
       "The longest tool result that reaches its model untruncated."},
      {kHost, "resultMeasure", choice_value({"bytes", "characters", "escaped", "escapedBytes"}), "the table's",
       "How it counts `maxResultBytes`: bytes of UTF-8, characters (code units of UTF-16), or characters or bytes of "
       "the result as JSON text, where each quote and line break counts twice. The `maxResultBytes` of a host that the "
       "table does not have are `bytes`."},
      {kHost, "maxTokens", integer_value(1, kMaxTokens), "the table's",
       "The budget for the response of opening any toolbox; the toolbox's own budget applies as well."},
      {kHost, "detail", choice_value({"full", "brief", "names"}), "the table's",
       "The detail for opening any toolbox; the toolbox's own detail applies as well."},
      {kHost, "instructionsBytes", integer_value(0, kMaxBytesOfHost), "the table's",
       "How much of a server's instructions its model sees; 0: none, so that `open_toolbox` names the toolboxes."},
      {kHost, "toolPrefix", text_value(), "the table's",
       "The prefix that it adds to the names of the workbench's tools; it leaves less room for native "
       "names."},
      {kHost, "maxToolName", integer_value(kMinToolName, kMaxBytesOfHost), "64",
       "The longest tool name that it accepts, prefix included."},
      {kHost, "listChanged", flag_value(), "the table's",
       "Whether it lists the tools again during a session when it is notified that they have changed."},
      {kHost, "oneShot", flag_value(), "the table's",
       "Whether it reconnects for each call; `use_tool` then opens toolboxes by itself."},
      {kHost, "anthropicMeta", flag_value(), "the table's",
       "Whether it reads `anthropic/alwaysLoad` and `anthropic/maxResultSizeChars` of tools."},
      {kHost, "defersTools", flag_value(), "the table's",
       "Whether it keeps the definitions of tools out of the context until its model searches for them; with "
       "`\"toolMode\": \"auto\"` such a host sees the tools natively."},
      {kHost, "codeMode", flag_value(), "the table's",
       "Whether its model can call tools from code that it writes. Shown by `explain`; it does not choose the mode."},
  };
}

std::vector<FileKey> keys_of_a_toolbox() {
  constexpr KeyPlace kToolbox = KeyPlace::toolbox;
  return {
      {kToolbox, "description", filled_text_value(), "", "What the toolbox is for; the agent chooses a toolbox by it.",
       kIsRequired},
      {kToolbox, "mcpServers", object_value(kNamePattern, "server"), "", "The servers by name; may be empty.",
       kIsRequired},
      {kToolbox, "maxTokens", integer_value(1, kMaxTokens), "what the client's host shows",
       "The budget for the response of opening it, counting 4 bytes as a token."},
      {kToolbox, "detail", choice_value({"full", "brief", "names"}), "`full`",
       "The most that opening it shows of each tool: `full`, `brief` (the first sentence of its description) or "
       "`names`."},
      {kToolbox, "autoOpen", flag_value(), "the file's",
       "Whether `use_tool` opens the toolbox if it is not open. For clients of the modern era and for one-shot hosts, "
       "`use_tool` always does."},
      {kToolbox, "open", choice_value({"on-demand", "at-start"}), "`on-demand`",
       "When it is opened: `on-demand`: when a client opens it; `at-start`: when a client has connected, so that its "
       "tools can be called without `open_toolbox`."},
      {kToolbox, "pinnedTools", text_list_value("^[^/]+/."), "none",
       "Tools, each as `SERVER/TOOL`, that clients are shown natively beside the meta-tools, as "
       "`TOOLBOX__SERVER__TOOL`, whether or not the toolbox is open. Tools of a server that has never run "
       "appear once it has listed them. In flat mode all tools are shown anyway."},
      {kToolbox, "content", choice_value({"native", "none"}), "`native` in flat mode, else `none`",
       "`native`: clients see the prompts, resources, resource templates and completions of its servers as the "
       "workbench's own, in every tool mode. `none`: they do not."},
      {kToolbox, "requires", text_list_value(kScopePattern), "none",
       "Scopes that a client must have been granted to open it or to use anything of it. Clients whose authentication "
       "knows no scopes are not limited."},
      {kToolbox, "approve", text_list_value(kFilterPattern), "none",
       "The calls for which a person is asked first, besides those of the file; `!` takes back what the file has."},
      {kToolbox, "lock", choice_value({"off", "warn", "block"}), "the file's", "The same as `lock` of the file."},
      {kToolbox, "clientRoot", choice_value({"local", "any"}), "`local`",
       "Which clients' roots `${client.root}` may be in the entries of its servers: only of clients on stdio and on "
       "the local socket (`local`), or of clients over the network, too (`any`), which then choose the folder."},
      {kToolbox, "instructions", flag_value(), "`false`",
       "Whether opening it shows the instructions of its servers as far as there is room, instead of the first "
       "sentence of each, and `list_toolboxes` those of the servers that are known."},
  };
}

std::vector<FileKey> keys_of_a_server() {
  constexpr KeyPlace kServer = KeyPlace::server;
  return {
      {kServer, "transport", text_value(), "`stdio`; `http` with a `url` and no `command`",
       "The transport that reaches the server; a loaded plugin must have registered it."},
      {kServer, "type", text_value(), "",
       "The same as `transport`, under the name that other clients use. If both are present, they must be equal."},
      {kServer, "toolFilters", text_list_value(kFilterPattern), "all tools",
       "Which of the server's tools clients get: the tools that match an entry, and no entry that begins with `!`. "
       "`[]` admits none."},
      {kServer, "tools", value_of_schema("object of objects", kToolsSchema), "as the server lists them",
       "Other names, texts and arguments for tools, by the server's own name of each."},
      {kServer, "disabled", flag_value(), "`false`", "Whether the server is left out. It is still checked."},
      {kServer, "envFile", text_value(), "none",
       "A file of `NAME=value` lines; `env` overrides it. A transport with an option `env` passes them to the server; "
       "with every transport, `${NAME}` in the entry means these variables first. Relative to the JSON file."},
      {kServer, "startTimeoutMs", integer_value("milliseconds", 1, kMaxTimeLimitMs), "`limits.serverStart`",
       "How long the server may take to start."},
      {kServer, "callTimeoutMs", integer_value("milliseconds", 1, kMaxTimeLimitMs), "`limits.call`",
       "How long a call may take without a sign of progress."},
      {kServer, "idleStopMs", integer_value("milliseconds", 0, kMaxTimeLimitMs), "`limits.idleServer`",
       "How long the server keeps running without a call before it is stopped until the next one; 0: it is not "
       "stopped."},
      {kServer, "maxResultTokens", integer_value(kMinResultTokens, kMaxTokens), "no limit",
       "How much text of a result the client gets at once, counting 4 bytes as a token. If the text is longer, it "
       "gets the first page and a link to the whole, which it reads by pages with the meta-tool "
       "`read_result` or as a resource."},
      {kServer, "requires", text_list_value(kScopePattern), "none",
       "Scopes that a client must have been granted, besides those of the toolbox, to call the server's tools and to "
       "use its prompts and resources."},
      {kServer, "approve", text_list_value(kFilterPattern), "none",
       "The calls for which a person is asked first, besides those of the file and the toolbox; `!` takes back what "
       "they "
       "have."},
      {kServer, "labels", text_list_value(kLabelPattern), "none",
       "What its tools do with data: their results hold private data (`private`) or text that anyone may have written "
       "(`untrusted`), or they send their arguments to where others can read them (`sends`)."},
      {kServer, "protocol",
       choice_value({"auto", "modern", "legacy", "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}),
       "`auto`",
       "The protocol of the server: `auto` detects it, `modern` and `legacy` fix the era, a version (`2025-06-18`) "
       "fixes exactly that one."},
      {kServer, "share", choice_value({"client", "project", "process"}), "`client`",
       "Whether each client has its own process of the server (`client`), the clients that work in one folder share "
       "one (`project`), or all clients share one (`process`)."},
      {kServer, "clientInfo", choice_value({"ours", "pass"}), "`ours`",
       "The `clientInfo` that the server receives: that of the workbench, with the client's in `_meta` under "
       "`dev.mcp-workbench/clientInfo` (`ours`), or that of the client (`pass`). A legacy server that several clients "
       "share always receives that of the workbench."},
  };
}

std::vector<FileKey> keys_of_a_tool() {
  constexpr KeyPlace kTool = KeyPlace::tool;
  return {
      {kTool, "name", value_of_schema("string", R"("type":"string","pattern":"^[A-Za-z0-9_.-]{1,128}$")"),
       "the server's",
       "The name that clients see and call: 1 to 128 characters of `A-Z`, `a-z`, `0-9`, `_`, `-`, `.`."},
      {kTool, "title", filled_text_value(), "the server's", "The title that clients see."},
      {kTool, "description", filled_text_value(), "the server's", "The description that clients see."},
      {kTool, "maxResultTokens", integer_value(kMinResultTokens, kMaxTokens), "that of the server's entry",
       "How much text of one of its results the client receives at once, counting 4 bytes as a token."},
      {kTool, "requires", text_list_value(kScopePattern), "none",
       "Scopes that a client must have been granted to call it, besides those of the server and of the toolbox."},
      {kTool, "annotations", value_of_schema("object of flags", kAnnotationsSchema), "the server's",
       "Its hints, corrected: `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`. Clients, filters "
       "and "
       "`approve` read these."},
      {kTool, "labels", text_list_value(kLabelPattern), "those of the server's entry",
       "What it does with data, in place of the `labels` of its server."},
      {kTool, "arguments", value_of_schema("object of objects", kArgumentsSchema), "as the server lists them",
       "Changes of its arguments, by their names."},
  };
}

std::vector<FileKey> keys_of_an_argument() {
  constexpr KeyPlace kArgument = KeyPlace::argument;
  return {
      {kArgument, "default", any_value(), "none",
       "What the server receives if a call does not have the argument, which is then no longer required. The value is "
       "sent as it is written, with the variables in its strings replaced."},
      {kArgument, "hide", flag_value(), "`false`",
       "Whether clients do not see the argument. The server then receives `default` whatever a client sends, or never "
       "receives the argument."},
  };
}

/// As VS Code has them.
std::vector<FileKey> keys_of_an_input() {
  constexpr KeyPlace kInput = KeyPlace::input;
  return {
      {kInput, "id", value_of_schema("string", R"("type":"string","minLength":1)"), "", "What `${input:ID}` refers to.",
       kIsRequired},
      {kInput, "description", text_value(), "the `id`", "The question."},
      {kInput, "type", value_of_schema("string", R"("enum":["promptString","pickString"])"), "`promptString`",
       "`promptString`: the answer is any text. `pickString`: it is one of `options`."},
      {kInput, "options", value_of_schema("array", R"("type":"array")"), "none",
       "The values to choose from: strings, or objects with `value`."},
      {kInput, "default", text_value(), "none", "The answer to an empty line."},
      {kInput, "password", flag_value(), "`false`", "Whether the answer is not shown while it is typed."},
  };
}

std::vector<FileKey> all_keys() {
  std::vector<FileKey> keys;
  for (auto part : {keys_of_the_file(), keys_of_a_host(), keys_of_a_toolbox(), keys_of_a_server(), keys_of_a_tool(),
                    keys_of_an_argument(), keys_of_an_input()}) {
    keys.insert(keys.end(), part.begin(), part.end());
  }
  return keys;
}

}  // namespace

const std::vector<FileKey>& file_keys() {
  static const std::vector<FileKey> keys = all_keys();
  return keys;
}

const std::vector<std::string>& names_of_keys(KeyPlace place) {
  static const auto names = [] {
    std::map<KeyPlace, std::vector<std::string>> by_place;
    for (const FileKey& key : file_keys()) by_place[key.place].push_back(key.name);
    return by_place;
  }();
  return names.at(place);
}

bool is_key(KeyPlace place, std::string_view name) {
  const auto& names = names_of_keys(place);
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::vector<std::string>& choices_of(KeyPlace place, std::string_view name) {
  const auto& keys = file_keys();
  return std::find_if(keys.begin(), keys.end(),
                      [&](const FileKey& key) { return key.place == place && key.name == name; })
      ->shape.choices;
}

}  // namespace workbench::config
