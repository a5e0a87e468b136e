#include "commands/troubles.hpp"

#include <array>
#include <iterator>
#include <regex>
#include <vector>

namespace workbench::app {
namespace {

/// One trouble. In meaning and remedy, $1 is what the first group of the pattern has found; {install} is how to install
/// the program of that name.
struct Row {
  const char* pattern;
  const char* meaning;
  const char* remedy;
};

// The more particular ones first: the first that is found counts. README.md has them as a table, and a test compares.
// clang-format off
constexpr Row kRows[] = {
    // --- the configuration ---
    {R"re(plugin file '.*' is not loaded, because)re",
     "Others than root and you could change the code of the plugin, which has all your rights.",
     "chmod go-w for what the message names, or -D plugins.checkFiles=false"},
    {R"re(nobody has allowed it)re",
     "A toolboxes file was found and not named, and may have come with somebody's repository.",
     "mcp-workbench trust, in its folder, shows what it would run and allows it"},
    {R"re(since it was allowed|when the configuration was allowed)re",
     "A toolboxes file, or one that it reads, is not what you have allowed.",
     "mcp-workbench trust, in its folder, shows what it would run now and allows it"},
    {R"re(is not used, because '.*' (?:can be written|belongs))re",
     "Others than root and you could change what the workbench runs.",
     "chmod go-w for what the message names, or name the toolboxes file with --config"},
    {R"re(its entry asks for confinement)re",
     "For another client the server is confined, which the workbench cannot do yet, so it is not started.",
     "let \"command\" run a program that confines it, or remove \"sandboxEnabled\" and \"sandbox\""},
    {R"re((\S+): does not exist)re",
     "There is no file $1.",
     "mcp-workbench --check --config /the/absolute/path.json"},
    {R"re(servers outside a toolbox)re",
     "mcpServers stands at the top of the file, as other clients have it.",
     R"("toolboxes": {"dev": {"description": "what they are for", "mcpServers": { ... }}})"},
    {R"re((?:has no such option|unknown key); did you mean (?:"([^"]+)"|\.\.\.))re",
     "A key or an option is misspelt.",
     "write $1 instead"},
    {R"re(unknown key)re",
     "A key is not known here.",
     "remove it, or choose one of those that the message lists"},
    {R"re(variable (\w+) is not set)re",
     "${$1} has no default, and the environment of the workbench does not have $1.",
     R"(set "$1" in the client's "env" for the workbench, or write ${$1:-default})"},
    {R"re(\$\{input:.*there is no such input)re",
     "${input:...} refers to nothing in \"inputs\", as in an entry that was pasted without them.",
     R"("inputs": [{"id": "...", "description": "..."}], or write ${NAME} for a variable of the environment)"},
    {R"re(\$\{input:.*prompts a user)re",
     "A setting cannot ask a user for its value.",
     "write ${NAME}, and set NAME in the client's \"env\" for the workbench"},
    {R"re(needs an answer that was not given yet)re",
     "The entry has an ${input:...} that nobody has answered.",
     "mcp-workbench doctor, in a terminal"},
    {R"re(must be a string, not an? \w+; put it in quotes)re",
     "A value is not in quotes.",
     "put it in quotes"},
    {R"re(no loaded plugin provides a transport to a network address)re",
     "An entry has a \"url\", and the plugin that reaches such servers is not loaded.",
     "add http-transport to plugins.load in the properties file"},
    {R"re(can be reached from other machines, and no token is required)re",
     "The listener's address is not loopback, and anybody could use the servers.",
     "set listener.http.tokensFile, or -D listener.http.address=127.0.0.1"},
    {R"re(cannot listen on .*port .*: Address already in use)re",
     "Another program, or another workbench, uses the port.",
     "-D listener.http.port=ANOTHER"},
    {R"re(unknown mode ")re",
     "toolMode is misspelt.",
     R"("toolMode": "proxy", "dynamic" or "flat")"},
    {R"re(unknown content ")re",
     "The content of a toolbox is misspelt.",
     R"("content": "native" or "none")"},
    {R"re((?:listeners|metaTools|middleware|authenticators): (?:no loaded plugin provides|\.\.\.))re",
     "A name in the properties file is misspelt, or its plugin is not loaded.",
     "mcp-workbench --list-plugins"},
    {R"re(plugin '([^']+)' was not found)re",
     "The plugin $1 is not in the plugin path.",
     "install it in a folder of plugins.path, or remove it from plugins.load"},
    {R"re(was built for another workbench)re",
     "The plugin is older or newer than the workbench.",
     "rebuild it with the headers of this workbench"},
    {R"re(cannot be loaded: (?:undefined symbol|\.\.\.)[^;]*)re",
     "The plugin was not linked with all that it needs.",
     "link it with the library that has the symbol, and rebuild it"},
    {R"re(does not export 'workbench_plugin')re",
     "The file is a shared library, but not a plugin.",
     "add WORKBENCH_PLUGIN(...) to it"},
    {R"re(Unknown option specified)re",
     "An option of the command line is misspelt.",
     "mcp-workbench --help"},

    // --- how servers start ---
    {R"re(cannot start '([^'/]+)': it was not found on PATH)re",
     "There is no program $1 in the folders of PATH.",
     "{install}"},
    {R"re(the program exists, but the interpreter that it names does not)re",
     "The first line of the script names a program that does not exist.",
     "correct the first line (#!...) of the script, or install what it names"},
    {R"re(its working directory '([^']*)' cannot be entered)re",
     "There is no folder $1, or it must not be entered.",
     "mkdir -p $1, or correct \"cwd\""},
    {R"re(cannot start the launcher .*no file descriptors are left)re",
     "The workbench has as many files open as it may.",
     "ulimit -n 65536 (LimitNOFILE of systemd)"},
    {R"re(cannot start '([^']+)': Permission denied)re",
     "$1 may not be executed.",
     "chmod +x $1"},
    {R"re(cannot start '([^']+)': (?:No such file or directory|it was not found))re",
     "There is no program $1.",
     "correct \"command\""},
    {R"re((?:needs?|requires?|missing|set|without|provide|no)\b[^;]*?\b([A-Z][A-Z0-9]*_(?:[A-Z0-9_]*_)?(?:KEY|TOKEN|SECRET|PASSWORD|URL|ID|PROFILE|REGION|HOST|USER|DSN|PATH))\b)re",
     "The server needs the environment variable $1, which it does not get.",
     R"("inheritEnv": ["$1"] if the workbench has it, or "envFile": "FILE" with a line $1=...)"},
    {R"re(([A-Z][A-Z0-9]*_[A-Z0-9_]*)[^;]*?\b(?:is required|is not set|is missing|not set|must be set|undefined|not found))re",
     "The server needs the environment variable $1, which it does not get.",
     R"("inheritEnv": ["$1"] if the workbench has it, or "envFile": "FILE" with a line $1=...)"},
    {R"re(npm (?:error|ERR!) (?:code )?E?404)re",
     "There is no npm package of this name.",
     "correct the name of the package in \"args\""},
    {R"re(it needs more memory than "rlimits"|has reached .*"rlimits")re",
     "The server needs more than \"rlimits\" of its entry allows, and was ended.",
     "raise the limit in \"rlimits\", or let the server do less at once"},
    {R"re((?:initialize|server/discover): the server was not ready within ([\d.]+ m?s))re",
     "The server did not answer within $1; the first start of npx and uvx downloads what it needs.",
     "start its command once by hand, or raise \"startTimeoutMs\""},
    {R"re(the server has ended (\w+) times in a row)re",
     "The server exits each time it is started or called.",
     "read what it wrote last, after \"the last time:\", and start its command by hand"},
    {R"re(the server ended with exit code (\d+))re",
     "The server started and exited with $1, for the reason that it wrote to stderr.",
     "start its command by hand; if a variable is missing: \"inheritEnv\" or \"envFile\""},
    {R"re(the server was ended by signal (\d+))re",
     "Something has ended the server with signal $1; with 9, it may have used too much memory.",
     "call again: it is started again"},
    {R"re(there is no common protocol version)re",
     "The server speaks only protocol versions that the workbench does not.",
     "update the server, or the workbench"},
    {R"re(ended when it was asked for its protocol versions)re",
     "The server is old and exits when it is asked for its versions; it is started again without that.",
     R"("protocol": "legacy" avoids the first start)"},
    {R"re(the server closed its standard output)re",
     "The server has closed its stdout, so that nothing more can be received from it.",
     "update or fix the server"},
    {R"re(refused a message)re",
     "The server prints to stdout what belongs on stderr.",
     "let it log to stderr; its valid messages still pass"},
    {R"re(the server does not read what it was sent)re",
     "The server hangs: it does not read what it was sent.",
     "wait, or restart it: close and open its toolbox"},
    {R"re(HTTP 401)re",
     "The server requires a token.",
     R"("headers": {"Authorization": "Bearer ${TOKEN}"})"},
    {R"re(Host not allowed: add it to)re",
     "The client used a host name that the workbench does not accept.",
     "-D listener.http.allowedHosts=NAME"},
    {R"re(HTTP 403)re",
     "The server refuses the token, or what it stands for.",
     "correct the token in \"headers\""},
    {R"re(Unknown or ended session)re",
     "The session has timed out, or the workbench was restarted.",
     "connect the client again"},
    {R"re(HTTP 404)re",
     "There is no MCP server at this path.",
     "correct the path of \"url\"; it often ends in /mcp"},
    {R"re(cannot reach the server at)re",
     "There is no connection to the address, for the reason that follows it.",
     "correct \"url\", or the network"},
    {R"re(the response was lost)re",
     "The connection broke during the request.",
     "check whether the work was done before you call again"},

    // --- logins ---
    {R"re(requires a login|a person has to log in|log in with "?mcp-workbench login)re",
     "A person has to log in before the server can be used.",
     "mcp-workbench login TOOLBOX/SERVER"},
    {R"re(it accepts tokens of \S+ now, and of (\S+) before)re",
     "The server names another authorization server than $1, which has the secret of the client.",
     "if that is right, set \"oauth\": {\"issuer\": \"...\"} and the credentials that belong to it"},
    {R"re(knows no logins)re",
     "Its transport does not know how to log in: programs get what they need by their \"env\".",
     "see the documentation of the server"},
    {R"re(the login was refused)re",
     "The person, or the authorization server, has refused what was asked for.",
     "mcp-workbench login TOOLBOX/SERVER, and allow it in the browser"},
    {R"re(the login is forgotten here, but was not revoked)re",
     "The tokens may be valid until they expire, for whoever has them.",
     "revoke the access in the account at the authorization server"},

    // --- what agents read ---
    {R"re(No result is kept under)re",
     "Newer results have taken the place of this one, or its session has ended.",
     "the agent calls the tool again"},
    {R"re(Toolbox '[^']*' not found in configuration)re",
     "There is no toolbox of this name.",
     "mcp-workbench list"},
    {R"re(Toolbox '[^']*' not found)re",
     "use_tool was called before open_toolbox.",
     R"(open it first, or "autoOpen": true)"},
    {R"re(Tool '[^']*' not found in server)re",
     "The server has no such tool, or toolFilters hides it.",
     "mcp-workbench explain TOOLBOX/SERVER/TOOL"},
    {R"re(Invalid parameters:|Invalid tool identifier:)re",
     "The agent's input for a tool of the workbench is malformed.",
     "the agent can correct it: the right form follows in the message"},
    {R"re(are listed without inputSchema)re",
     "The limit of the host, maxTokens or detail leave no room for more.",
     "the agent calls describe_tools; or correct \"hosts\" in the toolboxes file"},
    {R"re(is left out, because clients would refuse it)re",
     "The definition of the tool cannot be repaired, and one such tool makes clients refuse all.",
     "report it to the server's author; -D schemaRepair=false shows it anyway"},
    {R"re(requestState:)re",
     "A client came back to a suspended call too late, twice, or with another request.",
     "send the request again"},
    {R"re(is still starting; open the toolbox again)re",
     "The server takes longer to start than limits.openPatience; its start continues.",
     "open the toolbox again in a while; calls of its tools wait for it"},
    {R"re(Error: no answer within)re",
     "The call took too long without reporting progress.",
     "raise \"callTimeoutMs\" of the server's entry"},
    {R"re(whether the request was carried out is not known)re",
     "The server ended, or was ended, after the call had been sent to it.",
     "check whether the work was done before you call again"},
    {R"re(Too many calls (?:at once|of this principal))re",
     "As many calls are in flight as the limit in the message allows.",
     "wait for some to be answered, or raise the limit"},
    {R"re(the limit of limits\.principalServers is reached)re",
     "As many servers run for all clients of this principal as may.",
     "close a toolbox or a session that is not needed, or raise limits.principalServers"},
    {R"re(plugin '[^']*' is at fault)re",
     "The plugin threw an exception, dropped a call or broke its contract in another way.",
     "report it to its author"},
    {R"re(blocked the event loop for)re",
     "A plugin waited instead of returning, and nothing else could run meanwhile.",
     "report it to its author"},
    {R"re(the configuration of this server has changed or was removed)re",
     "A call was not answered within limits.drain after a reload.",
     "check whether the work was done before you call again"},
    {R"re(is no longer configured)re",
     "The toolbox was removed while it was being opened.",
     "open another"},
    {R"re(Failed to connect to server)re",
     "The server did not start; the reason follows in the message.",
     "mcp-workbench doctor TOOLBOX/SERVER"},
};
// clang-format on

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

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

std::string filled_in(std::string text, const std::string& found) {
  replace_all(text, "$1", found.empty() ? "it" : found);
  const std::string install = install_command(found);
  replace_all(text, "{install}",
              install.empty() ? "write the whole path in \"command\": \"/.../" + found + "\"" : install);
  return text;
}

/// Compiled once; a text of a message is short.
const std::vector<std::regex>& patterns() {
  static const std::vector<std::regex> kPatterns = [] {
    std::vector<std::regex> compiled;
    for (const Row& row : kRows) compiled.emplace_back(row.pattern);
    return compiled;
  }();
  return kPatterns;
}

/// What a regular expression may be given: its matcher recurses for each character.
constexpr std::size_t kMaxText = 4096;

}  // namespace

std::optional<Advice> advice_for(std::string_view text) {
  const std::string searched(text.substr(0, kMaxText));
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    std::smatch match;
    if (!std::regex_search(searched, match, patterns()[i])) continue;
    const std::string found = match.size() > 1 ? match[1].str() : "";
    return Advice{filled_in(kRows[i].meaning, found), filled_in(kRows[i].remedy, found)};
  }
  return std::nullopt;
}

std::string install_command(std::string_view program) {
  for (const Installation& one : kInstallations) {
    if (one.program == program) return std::string(one.command);
  }
  return {};
}

}  // namespace workbench::app
