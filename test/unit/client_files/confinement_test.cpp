// Servers that another client confines, which the workbench cannot do yet.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client_files/document.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/translate.hpp"

namespace workbench::client_files {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const ClientRow kClient{.id = "vscode", .title = "VS Code", .servers = {}, .places = {}};

/// A server with these members, and the findings about it.
struct Imported {
  explicit Imported(const std::string& members) {
    const Document document = parse(R"({"servers":{"s":{"command":"x",)" + members + "}}}", Format::json);
    const ServerGroup group{&kClient, document.root->find("servers"), {"servers"}, {}};
    FileFindings made("mcp.json", document.text);
    server = translate(group, *document.root, made).at(0).server;
    for (const config::Finding& finding : made.extract()) findings += finding.text + "\n";
  }

  WrittenServer server;
  std::string findings;
};

TEST(AConfinedServer, IsImportedDisabledWithTheKeyThatKeepsItOff) {
  for (const char* asks : {R"("sandboxEnabled":true)", R"("sandbox":{"network":{}})", R"("sandbox":["x"])",
                           R"("sandbox":"docker")", R"("sandboxEnabled":true,"sandbox":{"network":{}})"}) {
    const Imported imported(asks);
    EXPECT_TRUE(imported.server.is_disabled) << asks;
    EXPECT_EQ(imported.server.kept, (TextMap{{"sandboxEnabled", "true"}})) << asks;
    EXPECT_THAT(imported.findings, HasSubstr("the client confines this server")) << asks;
    EXPECT_THAT(imported.findings, HasSubstr("$.servers.s.sandbox")) << asks;
  }
}

TEST(AServerThatIsNotConfined, IsImportedAsAnyOther) {
  for (const char* asks_for_none :
       {R"("sandboxEnabled":false)", R"("sandbox":{})", R"("sandbox":null)", R"("sandbox":[])", R"("sandbox":"")"}) {
    const Imported imported(asks_for_none);
    EXPECT_FALSE(imported.server.is_disabled) << asks_for_none;
    EXPECT_THAT(imported.server.kept, IsEmpty()) << asks_for_none;
    EXPECT_EQ(imported.findings, "") << asks_for_none;
  }
}

}  // namespace
}  // namespace workbench::client_files
