#include "config/toolboxes_file/for_client.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using testing::HasSubstr;

ServerEntry entry_of(std::string_view server, const Variables& variables = {}) {
  const ReadJson read(with_server(server), variables);
  EXPECT_TRUE(read.reading.config.has_value()) << read.findings;
  return read.server();
}

ServerEntry entry(const std::string& share) {
  return entry_of(R"({"command": "run", "args": ["--root=${client.cwd}/src", "x"],
    "env": {"HERE": "${client.cwd}${client.cwd}"}, "share": ")" +
                  share + "\"}");
}

ServerEntry shared_by_all() {
  return entry_of(R"({"command": "run", "share": "process"})");
}

ClientRoot root_at(std::string path) {
  return {.path = std::move(path), .is_from_network = false, .refusal = {}};
}

TEST(AnEntryForAClient, HasItsFolder) {
  const ServerEntry made = for_client(entry("client"), "/p");
  EXPECT_EQ(made.options.text_list("args"), (Options::TextList{"--root=/p/src", "x"}));
  EXPECT_EQ(made.options.text_map("env"), (Options::TextMap{{"HERE", "/p/p"}}));
  EXPECT_EQ(made.options.text("cwd"), "/p");
  EXPECT_EQ(made.project, "");
}

TEST(AnEntryForAClient, ShowsItsReferencesAsTheyAreWrittenUntilTheClientIsKnown) {
  const ServerEntry read = entry("client");
  EXPECT_EQ(read.options.text_list("args"), (Options::TextList{"--root=${client.cwd}/src", "x"}));
  EXPECT_EQ(read.options.text_map("env"), (Options::TextMap{{"HERE", "${client.cwd}${client.cwd}"}}));
}

TEST(AnEntryForAClient, KeepsItsOwnWorkingDirectory) {
  EXPECT_EQ(for_client(entry_of(R"({"command": "run", "cwd": "/own"})"), "/p").options.text("cwd"), "/own");
  EXPECT_EQ(for_client(entry_of(R"({"command": "run", "cwd": "${client.cwd}/sub"})"), "/p").options.text("cwd"),
            "/p/sub");
}

TEST(AnEntryForAClient, NamesNoWorkingDirectoryIfItIsTheWorkbenchsOwn) {
  EXPECT_FALSE(for_client(entry("client"), std::filesystem::current_path().string()).options.has("cwd"));
}

TEST(AnEntryForAClient, IsTheSameForAllWhoShareItByProcess) {
  EXPECT_EQ(for_client(shared_by_all(), "/p"), shared_by_all());
}

TEST(AnEntryForAClient, BelongsToItsProject) {
  EXPECT_EQ(for_client(entry("project"), "/p").project, "/p");
  EXPECT_EQ(for_client(entry("project"), "").share, Share::client);
}

TEST(AnEntryForAClient, CannotBeUsedIfItNeedsAFolderThatIsNotKnown) {
  EXPECT_TRUE(for_client(entry("client"), "").unusable.has_value());
  EXPECT_FALSE(for_client(ServerEntry{}, "").unusable.has_value());
}

TEST(AnEntryForAClient, HasItsRoot) {
  const ServerEntry rooted = entry_of(R"({"command": "run", "args": ["${client.root}/x", "${client.cwd}"]})");
  EXPECT_EQ(for_client(rooted, "/p", root_at("/r")).options.text_list("args"), (Options::TextList{"/r/x", "/p"}));
  EXPECT_TRUE(for_client(rooted, "/p").unusable.has_value()) << "the root is not known";
}

/// A toolbox whose server has the root as its argument.
std::string toolbox_with_root(const std::string& more_members) {
  return R"({"toolboxes": {"t": {"description": "d", )" + more_members +
         R"("mcpServers": {"s": {"command": "run", "args": ["${client.root}"]}}}}})";
}

TEST(AnEntryForAClient, TakesItsRootFromTheNetworkOnlyIfItsToolboxSaysSo) {
  ClientRoot root = root_at("/r");
  root.is_from_network = true;
  for (const char* const key : {"", R"("clientRoot": "local", )"}) {
    const ServerEntry refused = for_client(ReadJson(toolbox_with_root(key)).server(), "/p", root);
    EXPECT_THAT(refused.unusable.value_or(""), HasSubstr("this client is connected over the network"));
    EXPECT_EQ(refused.options.text_list("args"), (Options::TextList{"${client.root}"}));
  }
  const ServerEntry allowed = for_client(ReadJson(toolbox_with_root(R"("clientRoot": "any", )")).server(), "/p", root);
  EXPECT_FALSE(allowed.unusable.has_value());
  EXPECT_EQ(allowed.options.text_list("args"), (Options::TextList{"/r"}));
  EXPECT_EQ(ReadJson(toolbox_with_root(R"("clientRoot": "all", )")).findings,
            "config.json:1:42: $.toolboxes.t.clientRoot: must be \"local\" (clients on stdio and on the local socket "
            "name the root) or \"any\" (clients over the network, too), not \"all\"\n");
}

TEST(AnEntryForAClient, SaysWhyARootIsNotUsed) {
  ClientRoot root;
  root.refusal = "the root that this client names is not an absolute path";
  EXPECT_THAT(for_client(entry_of(R"({"command": "${client.root}"})"), "/p", root).unusable.value_or(""),
              HasSubstr("is not an absolute path"));
}

// --- values are data -------------------------------------------------------------------------------------------------

/// Every kind of text that looks like something to expand.
constexpr const char* kTricky = "${client.cwd} ${client.root} $${client.cwd} ${OTHER} $${OTHER} ${input:id} ${file:/x}";

TEST(AValueOfAVariable, IsNotExpandedInAnyOptionOrDefaultAtAnyTime) {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["http"] = {{"url", OptionType::text, true, ""}, {"headers", OptionType::text_map, false, ""}};
  const Folder folder;
  folder.write("tricky.env", "FROM_FILE='" + std::string(kTricky) + "'\n");
  folder.write("secret", kTricky);
  folder.write("c.json.inputs", R"({"id": "${client.cwd}${OTHER}"})");
  const std::string common = R"("envFile": "tricky.env", "tools": {"t": {"arguments": {"x": {"default": ["${V}"]}}}})";
  const auto file =
      folder.write("c.json", R"({"inputs": [{"id": "id"}], "toolboxes": {"t": {"description": "d", "mcpServers": {
    "a": {"command": "${V}", "args": ["${V}", "${FROM_FILE}", "${file:secret}", "${input:id}", "${client.cwd}"],
          "cwd": "${V}", "env": {"E": "${V}", "${V}": "1"}, )" +
                                 common + R"(},
    "b": {"type": "http", "url": "http://h/${V}", "headers": {"H": "${V}"}, )" +
                                 common + R"(}}}}})");
  const auto reading = read_config(file, vocabulary, environment_of({{"V", kTricky}, {"OTHER", "wrong"}}));
  ASSERT_TRUE(reading.config.has_value()) << shown(reading.findings, folder);
  const auto& servers = reading.config->toolboxes.at(0).servers;
  const ServerEntry a = for_client(servers.at(0), "/wrong", root_at("/wrong"));
  EXPECT_EQ(a.options.text("command"), kTricky);
  EXPECT_EQ(a.options.text("cwd"), kTricky);
  EXPECT_EQ(a.options.text_list("args"),
            (Options::TextList{kTricky, kTricky, kTricky, "${client.cwd}${OTHER}", "/wrong"}));
  EXPECT_EQ(a.options.text_map("env"), (Options::TextMap{{"FROM_FILE", kTricky}, {"E", kTricky}, {"${V}", "1"}}));
  EXPECT_EQ(a.tools.at(0).arguments.at(0).value, "[\"" + std::string(kTricky) + "\"]");
  const ServerEntry b = for_client(servers.at(1), "/wrong", root_at("/wrong"));
  EXPECT_EQ(b.options.text("url"), "http://h/" + std::string(kTricky));
  EXPECT_EQ(b.options.text_map("headers"), (Options::TextMap{{"H", kTricky}}));
}

TEST(AValueOfAVariable, MayBeginOrEndWhatLooksLikeAReference) {
  const ServerEntry made = for_client(
      entry_of(
          R"({"command": "run", "args": ["${A}${client.cwd}", "${B}client.cwd}", "$${client.cwd}", "$$${client.cwd}"]})",
          {{"A", "$"}, {"B", "${"}}),
      "/p");
  EXPECT_EQ(made.options.text_list("args"),
            (Options::TextList{"$/p", "${client.cwd}", "${client.cwd}", "$${client.cwd}"}));
}

TEST(AValueOfAVariable, IsRefusedIfItHasANul) {
  const Folder folder;
  folder.write("secret", std::string_view("a\0client.cwd\0b", 14));
  const auto file = folder.write("c.json", with_server(R"({"command": "c", "args": ["${file:secret}"]})"));
  EXPECT_THAT(shown(read_config(file, stdio_vocabulary(), environment_of({})).findings, folder),
              HasSubstr("the value of ${file:secret} contains a NUL character; remove it"));
}

TEST(AValueOfAVariable, DoesNotMakeAServerTheSameAsOneWithAReference) {
  const ServerEntry reference = entry_of(R"({"command": "c", "args": ["${client.cwd}"]})");
  const ServerEntry value = entry_of(R"({"command": "c", "args": ["${V}"]})", {{"V", "${client.cwd}"}});
  EXPECT_EQ(reference.options, value.options);
  EXPECT_NE(reference.identity, value.identity);
  EXPECT_NE(reference, value);
}

TEST(AFolderOfAClient, IsDataToo) {
  const ServerEntry made = for_client(
      entry_of(
          R"({"command": "run", "args": ["${client.cwd}|${client.root}"], "tools": {"t": {"arguments": {"x": {"default":
        "${client.cwd}"}}}}})"),
      "/a/${client.root}\\u0000\"", root_at("/b/${client.cwd}"));
  EXPECT_EQ(made.options.text_list("args"), (Options::TextList{"/a/${client.root}\\u0000\"|/b/${client.cwd}"}));
  EXPECT_EQ(made.tools.at(0).arguments.at(0).value, R"("/a/${client.root}\\u0000\"")");
}

TEST(AFolderOfAClient, IsEscapedInAnAddress) {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["http"] = {{"url", OptionType::text, true, ""}};
  const ReadJson read(with_server(R"({"type": "http", "url": "http://h/x?root=${client.cwd}"})"), {}, vocabulary);
  EXPECT_EQ(for_client(read.server(), "/a b&x=1#?@ä").options.text("url"),
            "http://h/x?root=/a%20b%26x%3D1%23%3F%40%C3%A4");
}

// --- texts of programs -----------------------------------------------------------------------------------------------

constexpr const char* kHostile = "/tmp/x; touch /tmp/y #";

TEST(AFolderOfAClient, IsNotPutIntoTheTextOfAProgramWhereItHasAMeaning) {
  for (const char* const server : {
           R"x({"command": "sh", "args": ["-c", "cd '${client.cwd}' && run"]})x",
           R"x({"command": "/bin/bash", "args": ["-lc", "run ${client.root}"]})x",
           R"x({"command": "bash", "args": ["-o", "pipefail", "-c", "run ${client.root}"]})x",
           R"x({"command": "sh", "args": ["-c", "-x", "run ${client.root}"]})x",
           R"x({"command": "env", "args": ["A=1", "zsh", "-c", "${client.cwd}"]})x",
           R"x({"command": "sudo", "args": ["-u", "x", "/usr/bin/dash", "-ec", "${client.cwd}"]})x",
           R"x({"command": "busybox", "args": ["sh", "-c", "${client.cwd}"]})x",
           R"x({"command": "cmd.exe", "args": ["/d", "/c", "run", "${client.cwd}"]})x",
           R"x({"command": "pwsh", "args": ["-NoProfile", "-Command", "run", "${client.cwd}"]})x",
           R"x({"command": "python3.11", "args": ["-c", "open('${client.cwd}')"]})x",
           R"x({"command": "python3", "args": ["-cprint('${client.cwd}')"]})x",
           R"x({"command": "node", "args": ["--eval=run('${client.cwd}')"]})x",
           R"x({"command": "node", "args": ["-e", "run('${client.cwd}')"]})x",
           R"x({"command": "perl", "args": ["-e", "${client.cwd}"]})x",
           R"x({"command": "docker", "args": ["run", "image", "sh", "-c", "ls ${client.cwd}"]})x",
           R"x({"command": "su", "args": ["user", "-c", "ls ${client.cwd}"]})x",
           R"x({"command": "ssh", "args": ["host", "ls", "${client.cwd}"]})x",
       }) {
    const ServerEntry read = entry_of(server);
    EXPECT_THAT(for_client(read, kHostile, root_at(kHostile)).unusable.value_or("used"),
                HasSubstr("the text of a program"))
        << server;
    EXPECT_FALSE(for_client(read, "/home/a/my-project_2", root_at("/home/a")).unusable.has_value()) << server;
    EXPECT_THAT(ReadJson(with_server(server)).findings, HasSubstr("note: config.json:3:")) << server;
  }
}

TEST(AFolderOfAClient, MayBeAnArgumentOfAnyProgram) {
  for (const char* const server : {
           R"x({"command": "sh", "args": ["-c", "run \"$1\"", "sh", "${client.cwd}"]})x",
           R"x({"command": "run", "args": ["-c", "${client.cwd}", "-e", "${client.root}"]})x",
           R"x({"command": "python3", "args": ["server.py", "-c", "${client.cwd}/c.toml"]})x",
           R"x({"command": "bash", "args": ["run.sh", "-c", "${client.cwd}"]})x",
           R"x({"command": "sh", "args": ["-c", "run \"$ROOT\""], "env": {"ROOT": "${client.cwd}"}})x",
       }) {
    EXPECT_FALSE(for_client(entry_of(server), kHostile, root_at(kHostile)).unusable.has_value()) << server;
    EXPECT_EQ(ReadJson(with_server(server)).findings, "") << server;
  }
}

// --- what a client may name ------------------------------------------------------------------------------------------

TEST(ARoot, IsThePathOfAFileUri) {
  EXPECT_EQ(path_of_file_uri("file:///home/a%20b/"), "/home/a b/");
  EXPECT_EQ(path_of_file_uri("file://localhost/a"), "/a");
  EXPECT_EQ(path_of_file_uri("file://elsewhere/a"), std::nullopt);
  EXPECT_EQ(path_of_file_uri("https://host/a"), std::nullopt);
  EXPECT_EQ(path_of_file_uri("%"), std::nullopt);
}

TEST(AFolderThatAClientNames, MustBeAnAbsolutePathInItsShortestFormOfAFolderThatExists) {
  const Folder folder;
  const std::string here = folder.path().string();
  EXPECT_EQ(checked_client_folder(here).value(), here);
  EXPECT_EQ(checked_client_folder(here + "//").value(), here);
  EXPECT_EQ(checked_client_folder("/").value(), "/");
  folder.write("file", "");
  std::filesystem::create_directories(folder.path() / "a\nb");
  std::filesystem::create_directories(folder.path() /
                                      "c\xC2\x9B"
                                      "d");
  for (const std::string& path : {here + "/../x", here + "/.", here + "//x", std::string("relative"), std::string(),
                                  here + "/none", here + "/file", here + "/a\nb",
                                  here + "/c\xC2\x9B"
                                         "d",
                                  here + std::string("\0x", 2)}) {
    EXPECT_FALSE(checked_client_folder(path).has_value()) << path;
  }
}

}  // namespace
}  // namespace workbench::config
