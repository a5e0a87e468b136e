#include "commands/servers/troubles.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/shell_word.hpp"
#include "commands/servers/message_pattern.hpp"
#include "servers/connection.hpp"

namespace workbench::app {
namespace {

/// The author of the message in a row.
enum class Source {
  own,             ///< the workbench's
  own_inside,      ///< the same, for the message of the row before where it is not at the beginning
  own_with_words,  ///< the same, if the last words of a server follow
  words,           ///< what a server wrote, as the workbench repeats it
};

/// One trouble. In meaning and remedy, $1 is the text that matched `<kind>` of the pattern, and {word} the same as one
/// word for a shell; {install} is how to install the program of that name. Everything else in them is ours.
struct Row {
  constexpr Row(const char* pattern_, const char* meaning_, const char* remedy_)
      : Row(Source::own, pattern_, meaning_, remedy_) {}
  constexpr Row(Source source_, const char* pattern_, const char* meaning_, const char* remedy_)
      : source(source_), pattern(pattern_), meaning(meaning_), remedy(remedy_) {}

  Source source;
  MessagePattern pattern;
  const char* meaning;
  const char* remedy;
};

// Specific patterns first: the first match counts, so the order of sections counts, too. The tables of
// docs/operate/troubleshooting.md and docs/operate/messages.md are made from this.
// If a remedy repeats a match in a command, the message begins with a sentence of the workbench (^).
// clang-format off
constexpr Row kToolboxesFile[] = {
    {"it has not been allowed",
     "A toolboxes file was found and not named; it may be part of a repository that others wrote.",
     "mcp-workbench trust, in its folder, shows what it would run and allows it"},
    {"since it was allowed | when the configuration was allowed",
     "A toolboxes file, or one that it reads, is not what you have allowed.",
     "mcp-workbench trust, in its folder, shows what it would run now and allows it"},
    {"is not used, because '...' can be written | is not used, because '...' belongs",
     "Others than root and you could change what the workbench runs.",
     "chmod go-w for what the message names, or name the toolboxes file with --config"},
    {"asks for confinement, which",
     "For another client the server is confined, which the workbench cannot do yet, so it is not started.",
     "let \"command\" run a program that confines it, or remove \"sandboxEnabled\" and \"sandbox\""},
    {"^<path>: does not exist",
     "There is no file $1.",
     "mcp-workbench --check --config /the/absolute/path.json"},
    {"servers outside a toolbox",
     "mcpServers is at the top level of the file, as in the files of other clients.",
     R"("toolboxes": {"dev": {"description": "what they are for", "mcpServers": { ... }}})"},
    {R"(unknown key; did you mean "<name>" | has no such option; did you mean "<name>" | has no such option; did you mean )",
     "A key or an option is misspelt.",
     "write $1 instead"},
    {"unknown key",
     "A key is not known here.",
     "remove it, or choose one of those that the message lists"},
    {"must be a string, not ...; put it in quotes",
     "A value is not in quotes.",
     "put it in quotes"},
    {R"(unknown mode ")",
     "toolMode is misspelt.",
     R"("toolMode": "proxy", "dynamic" or "flat")"},
    {R"(unknown content ")",
     "The content of a toolbox is misspelt.",
     R"("content": "native" or "none")"},
};

constexpr Row kVariables[] = {
    {"variable <word> is not set",
     "${$1} has no default, and the environment of the workbench does not have $1.",
     R"(set "$1" in the client's "env" for the workbench, or write ${$1:-default}, or $${$1} if the server replaces it itself)"},
    {"${input:...there is no such input",
     "${input:...} refers to nothing in \"inputs\", as in an entry that was pasted without them.",
     R"("inputs": [{"id": "...", "description": "..."}], or write ${NAME} for a variable of the environment)"},
    {"${input:...prompts a user",
     "A setting cannot ask a user for its value.",
     "write ${NAME}, and set NAME in the client's \"env\" for the workbench"},
    {"needs an answer that was not given yet",
     "The entry has an ${input:...} that has not been answered.",
     "mcp-workbench doctor, in a terminal"},
};

constexpr Row kPlugins[] = {
    {"plugin file '...' is not loaded, because",
     "Others than root and you could change the code of the plugin, which has all your rights.",
     "chmod go-w for what the message names, or -D plugins.checkFiles=false"},
    {"no loaded plugin provides a transport to a network address",
     "An entry has a \"url\", and the plugin that reaches such servers is not loaded.",
     "add http-transport to plugins.load in the properties file"},
    {"; fix ..., or load the plugin with plugins.load",
     "A name in the properties file is misspelt, or its plugin is not loaded.",
     "mcp-workbench --list-plugins"},
    {"plugin '<name>' was not found",
     "The plugin $1 is not in the plugin path.",
     "install it in a folder of plugins.path, or remove it from plugins.load"},
    {"was built for another workbench",
     "The plugin is older or newer than the workbench.",
     "rebuild it with the headers of this workbench"},
    {"cannot be loaded: undefined symbol",
     "The plugin was not linked with all that it needs.",
     "link it with the library that has the symbol, and rebuild it"},
    {"does not export 'workbench_plugin'",
     "The file is a shared library, but not a plugin.",
     "add WORKBENCH_PLUGIN(...) to it"},
};

constexpr Row kListening[] = {
    {"can be reached from other machines, and no token is required",
     "The listener's address is not loopback, so anyone who can reach it could use the servers.",
     "set listener.http.tokensFile, or -D listener.http.address=127.0.0.1"},
    {"cannot listen on ...port ...: Address already in use",
     "Another program, or another workbench, uses the port.",
     "-D listener.http.port=ANOTHER"},
    {"has the token of a sample, which is public",
     "The file of tokens has the token of an example, which others know, too.",
     "mcp-workbench token NAME"},
    {"the certificate in '...' has expired",
     "Clients refuse the listener's certificate.",
     "renew it; the workbench reads the file again when it changes"},
    {"mcp-workbench cannot be made",
     "There is no place for the socket or the log of the shared workbench.",
     "set XDG_RUNTIME_DIR or XDG_STATE_HOME to a folder of this user that can be written"},
    {"Unknown option specified",
     "An option of the command line is misspelt.",
     "mcp-workbench --help"},
};

constexpr Row kStarts[] = {
    {"^cannot start '<program>': it was not found on PATH",
     "There is no program $1 in the folders of PATH.",
     "{install}"},
    {R"("command" names the program alone | is a command line, and a program of this name does not exist)",
     "\"command\" has a whole command line, with the arguments of the program.",
     R"("command": "PROGRAM", "args": ["ARGUMENT", ...], each argument by itself)"},
    {"the program exists, but the interpreter that it names does not",
     "The first line of the script names a program that does not exist.",
     "correct the first line (#!...) of the script, or install what it names"},
    {"^cannot start '...': its working directory '<path>' cannot be entered",
     "The folder $1 does not exist or cannot be entered.",
     "mkdir -p -- {word}, or correct \"cwd\""},
    {Source::own_inside, "its working directory '...' cannot be entered",
     "The folder does not exist or cannot be entered.",
     "correct \"cwd\""},
    {"cannot start the launcher ...no file descriptors are left",
     "The workbench has reached its limit of open files.",
     "ulimit -n 65536 (LimitNOFILE of systemd)"},
    {"^cannot start '<path>': Permission denied",
     "$1 may not be executed.",
     "chmod +x -- {word}"},
    {Source::own_inside, "cannot start '...': Permission denied",
     "The program may not be executed.",
     "correct \"command\", or make the program executable"},
    {"^cannot start '<path>': No such file or directory | ^cannot start '<path>': it was not found",
     "There is no program $1.",
     "correct \"command\""},
    {Source::own_inside, "cannot start '...': ",
     "The program of the server could not be started.",
     "correct \"command\" of its entry"},
    {Source::words,
     "npm ...code ENOTFOUND | npm ...code EAI_AGAIN | npm ...code ECONNREFUSED | npm ...code ECONNRESET | "
     "npm ...code ETIMEDOUT | npm ...code ENETUNREACH | npm error network | error: Failed to fetch: | "
     "Error response from daemon: Get",
     "What starts the server could not download it, because its registry cannot be reached.",
     "check the network, and the proxy or the registry that the environment or \"env\" names"},
    {Source::words, "<variable>",
     "The server needs the environment variable $1, which it does not get.",
     R"("inheritEnv": ["$1"] if the workbench has it, or "envFile": "FILE" with a line $1=...)"},
    {Source::words, "npm error code E404 | npm error 404 | npm ERR! code E404 | npm ERR! 404",
     "There is no npm package of this name.",
     "correct the name of the package in \"args\""},
    {R"(it needs more memory than "rlimits" | has reached ..."rlimits")",
     "The server needs more than \"rlimits\" of its entry allows, and was ended.",
     "raise the limit in \"rlimits\", or let the server do less at once"},
    {"it frames its messages with Content-Length",
     "The server precedes its messages with headers, as language servers do; MCP over stdio has one message on a line.",
     "update the server, or report it to its author"},
    {"it responds with ids that no request has",
     "The server does not send the ids of requests back with its responses.",
     "update the server, or report it to its author"},
    {"it has sent text that is not a message",
     "The program writes to stdout what belongs on stderr, or it is no MCP server with these arguments.",
     "correct \"command\" and \"args\"; the log has the first such line"},
    {"the server was not ready within <duration>",
     "The server did not answer within $1; the first start of npx and uvx downloads what it needs, and waits long without a network.",
     "check the network with: npm ping; start its command once by hand, or raise \"startTimeoutMs\""},
    {"the server has ended <number> times in a row",
     "The server exits each time it is started or called.",
     "read what it wrote last, after \"the last time:\", and start its command by hand"},
    {Source::own_with_words, "the server ended with exit code <number>",
     "The server started and exited with $1, for the reason that it wrote to stderr.",
     "start its command by hand; if a variable is missing: \"inheritEnv\" or \"envFile\""},
    {"the server ended with exit code <number>",
     "The server started and exited with $1 without a word on stderr.",
     "start its command by hand; it may need an argument to serve stdio, or to say what is wrong"},
    {"the server was ended by signal <number>",
     "Something has ended the server with signal $1; with 9, it may have used too much memory.",
     "call again: it is started again"},
    {"there is no common protocol version",
     "The server speaks only protocol versions that the workbench does not.",
     "update the server, or the workbench"},
    {"ended when it was asked for its protocol versions",
     "The server is old and exits when it is asked for its versions; it is started again without that.",
     R"("protocol": "legacy" avoids the first start)"},
};

constexpr Row kRunningServers[] = {
    {"the server closed its standard output",
     "The server has closed its stdout, so that nothing more can be received from it.",
     "update or fix the server"},
    {"output that is not a message | text that is not a message and belongs on stderr",
     "The server prints to stdout what belongs on stderr.",
     "let it log to stderr; its valid messages still pass"},
    {"refused a message",
     "The server has sent a message that is not valid JSON, or not JSON-RPC, for the reason that follows.",
     "update the server, or report it to its author; its valid messages still pass"},
    {"the server does not read what it was sent",
     "The server hangs: it does not read what it was sent.",
     "wait, or restart it: close and open its toolbox"},
};

constexpr Row kNetwork[] = {
    {"does not know the session any more",
     "The server has lost its session, and refuses a new one for the reason at the end. Nothing was done.",
     "restart the server, or read its log"},
    {"speaks HTTP+SSE, but its endpoint is not at the same origin",
     "The server sends its clients to another host than that of \"url\", such as one behind a proxy.",
     "correct \"url\", or the public address in the server's own configuration"},
    {"does not speak HTTP+SSE",
     "The entry has \"type\": \"sse\", and the address has no stream of that older transport.",
     "remove \"type\", or correct \"url\""},
    {"answered HTTP 429",
     "The server, or the account there, allows no more requests for now.",
     "wait as long as the message says; make fewer calls at a time"},
    {"a redirect to",
     "The server has another address than that of \"url\".",
     "write the address of its MCP endpoint as \"url\", with https if it has that"},
    {"which cannot be decoded | of which nothing could be decoded",
     "A proxy in front of the server compresses responses although the workbench asks it not to, in a way that it cannot read.",
     "let it respect Accept-Encoding: identity; check whether the work was done before you call again"},
    {"HTTP 401",
     "The server requires a token.",
     R"("headers": {"Authorization": "Bearer ${TOKEN}"})"},
    {"Host not allowed: add it to",
     "The client used a host name that the workbench does not accept.",
     "-D listener.http.allowedHosts=NAME"},
    {"HTTP 403",
     "The server refuses the token, or the token lacks a permission.",
     "correct the token in \"headers\""},
    {"the token of the session has been revoked | the token of the request has been revoked | the access token has expired",
     "The credentials of the client ended while its request was open.",
     "give the client a valid token; check whether the work was done before you call again"},
    {"Unknown or ended session",
     "The session has timed out, or the workbench was restarted.",
     "connect the client again"},
    {"HTTP 404",
     "There is no MCP server at this path.",
     "correct the path of \"url\"; it often ends in /mcp"},
    {"its certificate has expired | its certificate is not valid yet",
     "The server's certificate is not valid now, by the clock of this machine.",
     "have its operator renew it; or correct the clock"},
    {"its certificate is not trusted",
     "The server's certificate is not of a CA that this machine trusts, as in networks of companies.",
     "\"caFile\": \"FILE\", with the certificate of that CA"},
    {"its certificate is for another host",
     "The server's certificate names other hosts than \"url\" does.",
     "correct the host in \"url\""},
    {"cannot reach the server at",
     "There is no connection to the address, for the reason that follows it.",
     "correct \"url\", or the network"},
    {"the response was lost",
     "The connection broke during the request.",
     "check whether the work was done before you call again"},
};

constexpr Row kLogins[] = {
    {R"(requires a login | a person has to log in | log in with mcp-workbench login | log in with "mcp-workbench login)",
     "A person has to log in before the server can be used.",
     "mcp-workbench login TOOLBOX/SERVER"},
    {"it accepts tokens of ... now, and of <name> before",
     "The server names another authorization server than $1, which has the secret of the client.",
     "if that is right, set \"oauth\": {\"issuer\": \"...\"} and the credentials that belong to it"},
    {"is of another issuer",
     "The authorization server names itself in another way than the server does.",
     "set \"oauth\": {\"authServerMetadataUrl\": \"...\"} to the metadata that you trust; or report it to the operator"},
    {"is of another resource than the URL of the server",
     "The server takes itself for another one, often because it does not know its public URL.",
     "correct \"url\"; or report it to the operator of the server"},
    {"refuses the access tokens that",
     "The server does not accept what its own authorization server grants: for another resource, or to another account.",
     "correct \"url\", or set \"oauth\": {\"resource\": \"...\"}; or log in with another account"},
    {"has no logins",
     "Its transport has no logins: programs receive credentials by their \"env\".",
     "see the documentation of the server"},
    {"the login was refused",
     "The person, or the authorization server, has refused what was asked for.",
     "mcp-workbench login TOOLBOX/SERVER, and allow it in the browser"},
    {"the login was deleted here, but not revoked",
     "The tokens may remain valid until they expire.",
     "revoke the access in the account at the authorization server"},
};

constexpr Row kTools[] = {
    {"No result is kept under",
     "Newer results have replaced this one, or its session has ended.",
     "the agent calls the tool again"},
    {"Toolbox '...' not found in configuration",
     "There is no toolbox of this name.",
     "mcp-workbench list"},
    {"Toolbox '...' not found",
     "use_tool was called before open_toolbox, or in another session of the client.",
     R"(open it first, or "autoOpen": true)"},
    {"Tool '...' not found in server",
     "The server has no such tool, or toolFilters hides it.",
     "mcp-workbench explain TOOLBOX/SERVER/TOOL"},
    {"Invalid parameters: | Invalid tool identifier:",
     "The agent's input for a tool of the workbench is malformed.",
     "the agent can correct it: the right form follows in the message"},
    {"are listed without inputSchema",
     "The limit of the host, maxTokens or detail leave no room for more.",
     "the agent calls describe_tools; or correct \"hosts\" in the toolboxes file"},
    {"tools are not named here",
     "The names of all tools are longer than what the host shows of a result.",
     "the agent calls describe_tools with \"after\"; or divide the toolbox, or correct \"hosts\""},
    {"of them, and may have more",
     "The list of the server could not be read to its end, for the reason that follows; what was read can be used.",
     "raise the limit that the reason names, or report it to the server's author"},
    {"is left out, because clients would refuse it",
     "The definition of the tool cannot be repaired, and one such tool makes clients refuse all.",
     "report it to the server's author; -D schemaRepair=false shows it anyway"},
    {"is shown without a part of its inputSchema",
     "That part cannot be repaired, and clients would refuse all tools for it; the tool works.",
     "report it to the server's author"},
    {"is still starting; open the toolbox again",
     "The server takes longer to start than limits.openPatience; its start continues.",
     "open the toolbox again in a while; calls of its tools wait for it"},
    {"is no longer configured",
     "The toolbox was removed while it was being opened.",
     "open another"},
};

constexpr Row kCalls[] = {
    {"Error: no answer within",
     "The call took too long without reporting progress.",
     "raise \"callTimeoutMs\" of the server's entry"},
    {"the task that the server made of the call has not ended within",
     "The server runs the tool as a task, and keeps tasks for no longer than that (\"ttl\").",
     "raise the lifetime of tasks in the server's own configuration, or give the tool less to do"},
    {"the server does not say what became of the task",
     "The server runs the tool as a task, and did not answer questions about it for as long as a call may take.",
     "look at the log of the server; check whether the work was done before you call again"},
    {"whether the request was carried out is not known",
     "The server ended, or was ended, after the call had been sent to it.",
     "check whether the work was done before you call again"},
    {"the configuration of this server has changed or was removed",
     "A call was not answered within limits.drain after a reload.",
     "check whether the work was done before you call again"},
    {"requestState:",
     "A client came back to a suspended call too late, twice, or with another request.",
     "send the request again"},
};

constexpr Row kLimits[] = {
    {"Too many calls at once | Too many calls of this principal",
     "As many calls are in flight as the limit in the message allows.",
     "wait for some to be answered, or raise the limit"},
    {"the limit of limits.principalServers is reached",
     "As many servers run for all clients of this principal as may.",
     "close a toolbox or a session that is not needed, or raise limits.principalServers"},
};

constexpr Row kFaults[] = {
    {"plugin '...' is at fault",
     "The plugin threw an exception, dropped a call or broke its contract in another way.",
     "report it to its author"},
    {"blocked the event loop for",
     "A plugin waited instead of returning, and nothing else could run meanwhile.",
     "report it to its author"},
};

/// Its reason follows in the message, and is explained before it.
constexpr Row kAnyReason[] = {
    {"its entry cannot be used",
     "The entry of the server has an error, so it is not started; the reason follows in the message. All other servers are.",
     "correct the key that the message names; mcp-workbench --check shows every error with its line"},
    {"Failed to connect to server",
     "The server did not start; the reason follows in the message.",
     "mcp-workbench doctor TOOLBOX/SERVER"},
};
// clang-format on

struct Section {
  std::string_view name;
  std::span<const Row> rows;
};

constexpr std::array<Section, 13> kSections{{
    {"toolboxes file", kToolboxesFile},
    {"variables and inputs", kVariables},
    {"plugins and their options", kPlugins},
    {"listening and the command line", kListening},
    {"starts of servers", kStarts},
    {"servers that run", kRunningServers},
    {"HTTP", kNetwork},
    {"logins", kLogins},
    {"toolboxes and tools", kTools},
    {"calls", kCalls},
    {"limits", kLimits},
    {"faults of plugins", kFaults},
    {"reasons that follow", kAnyReason},
}};

struct Installation {
  std::string_view program;
  std::string_view command;
};

constexpr std::array<Installation, 13> kInstallations{{
    {"npx", "sudo apt install npm"},
    {"npm", "sudo apt install npm"},
    {"node", "sudo apt install nodejs"},
    {"uvx", "pipx install uv"},
    {"uv", "pipx install uv"},
    {"pipx", "sudo apt install pipx"},
    {"python", "sudo apt install python-is-python3"},
    {"python3", "sudo apt install python3"},
    {"docker", "sudo apt install docker.io"},
    {"podman", "sudo apt install podman"},
    {"java", "sudo apt install default-jre"},
    {"go", "sudo apt install golang"},
    {"cargo", "sudo apt install cargo"},
}};

/// The command that installs the program; if it is not known, the setting to correct.
std::string installation_of(const std::string& program) {
  const std::string command = install_command(program);
  return command.empty() ? "write the whole path in \"command\": \"/.../" + program + "\"" : command;
}

std::string filled_in(std::string_view text, const std::string& found) {
  std::string filled;
  while (!text.empty()) {
    if (text.starts_with("$1")) {
      filled += found.empty() ? "it" : found;
      text.remove_prefix(2);
    } else if (text.starts_with("{word}")) {
      filled += base::shell_word(found);
      text.remove_prefix(6);
    } else if (text.starts_with("{install}")) {
      filled += installation_of(found);
      text.remove_prefix(9);
    } else {
      filled += text.front();
      text.remove_prefix(1);
    }
  }
  return filled;
}

/// An example of what the `<kind>` of a pattern finds; "..." if it has none.
std::string_view example_for(std::string_view pattern) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Pair, 7> kExamples{{{"<path>", "/SOME/PATH"},
                                           {"<name>", "NAME"},
                                           {"<program>", "PROGRAM"},
                                           {"<word>", "NAME"},
                                           {"<number>", "3"},
                                           {"<duration>", "60 s"},
                                           {"<variable>", "SOME_VARIABLE"}}};
  for (const auto& [kind, example] : kExamples) {
    if (pattern.find(kind) != std::string_view::npos) return example;
  }
  return "...";
}

/// "cannot start 'PROGRAM': it was not found", for one alternative of a pattern.
std::string shown_message(std::string_view alternative) {
  if (alternative == "<variable>") return std::string(example_for(alternative)) + " is required";
  if (alternative.starts_with('^')) alternative.remove_prefix(1);
  std::string message(alternative);
  for (std::size_t begin = 0; (begin = message.find('<')) != std::string::npos;) {
    message.replace(begin, message.find('>') - begin + 1, example_for(alternative));
  }
  if (std::string_view("\": ").find(message.back()) != std::string_view::npos) message += "...";
  return message;
}

/// All alternatives of a row's pattern, without those that another one begins with.
std::vector<std::string> shown_messages(const Row& row) {
  const std::string after =
      row.source == Source::own_with_words ? std::string(servers::kBeforeLastWords) + ": ..." : "";
  std::string_view pattern = row.pattern.text();
  std::vector<std::string> messages;
  while (!pattern.empty()) {
    const std::size_t end = pattern.find(" | ");
    const std::string_view alternative = pattern.substr(0, end);
    const bool is_covered = std::any_of(messages.begin(), messages.end(),
                                        [&](const std::string& message) { return message.starts_with(alternative); });
    if (!is_covered) messages.push_back(shown_message(alternative) + after);
    pattern.remove_prefix(end == std::string_view::npos ? pattern.size() : end + 3);
  }
  return messages;
}

/// The rest of a longer message is ignored.
constexpr std::size_t kMaxText = 16 * 1024;

/// A message in its two parts, as far as they can be distinguished: a server may imitate texts of the workbench.
struct MessageParts {
  std::string_view own;
  std::string_view words;  ///< all of it, if they cannot be distinguished

  [[nodiscard]] bool are_distinct() const { return words.data() != own.data(); }
};

MessageParts parts_of(std::string_view message) {
  const std::size_t end = message.find(servers::kBeforeLastWords);
  if (end == std::string_view::npos) return {message, message};
  return {message.substr(0, end), message.substr(end)};
}

}  // namespace

std::optional<Advice> advice_for(std::string_view text) {
  const MessageParts parts = parts_of(text.substr(0, kMaxText));
  for (const Section& section : kSections) {
    for (const Row& row : section.rows) {
      if (row.source == Source::own_with_words && !parts.are_distinct()) continue;
      const auto found = row.pattern.match(row.source == Source::words ? parts.words : parts.own);
      if (found) return Advice{filled_in(row.meaning, *found), filled_in(row.remedy, *found)};
    }
  }
  return std::nullopt;
}

std::vector<KnownMessage> known_messages() {
  std::vector<KnownMessage> all;
  for (const Section& section : kSections) {
    for (const Row& row : section.rows) {
      if (row.source == Source::own_inside) continue;
      const std::string example(example_for(row.pattern.text()));
      all.push_back(
          {section.name, shown_messages(row), filled_in(row.meaning, example), filled_in(row.remedy, example)});
    }
  }
  return all;
}

std::string install_command(std::string_view program) {
  for (const Installation& one : kInstallations) {
    if (one.program == program) return std::string(one.command);
  }
  return {};
}

}  // namespace workbench::app
