// What clients are shown natively is what models' APIs accept, in every mode in which tools are shown natively.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

/// A way in which a client is shown tools.
struct ShownNatively {
  const char* about;
  const char* mode;
  const char* pinned;  ///< members of the toolbox
  bool is_modern;
  const char* prefix;
};

void PrintTo(const ShownNatively& way, std::ostream* out) {
  *out << way.about;
}

/// A client of the server `s` in the toolbox `dev`.
class NativeDefinitions : public testing::TestWithParam<ShownNatively> {
 protected:
  /// The definition of the tool `echo`, as the client is shown it. A modern one has no name.
  std::string shown_for(const std::string& definition, const std::string& client = "test") {
    client_.emplace(toolboxes_file(R"("dev":{"description":"d",)" + std::string(GetParam().pinned) +
                                       R"("mcpServers":{)" + fake_server("s", {"--raw-tool", definition}) + "}}",
                                   GetParam().mode));
    if (!GetParam().is_modern) client_->initialize("2025-11-25", "{}", client);
    if (!GetParam().is_modern && GetParam().mode != std::string("flat")) client_->open("dev");
    for (const std::string& tool : elements(member(client_->request("tools/list", params("")), "tools"))) {
      if (characters(member(tool, "name")) == std::string(GetParam().prefix) + "echo") return tool;
    }
    return {};
  }
  /// The arguments that the server gets.
  std::string called_with(const std::string& arguments) {
    const std::string call = R"("name":")" + std::string(GetParam().prefix) + R"(echo","arguments":)" + arguments;
    return member(client_->request("tools/call", params(call)), "echo");
  }

 private:
  static std::string params(const std::string& members) {
    if (!GetParam().is_modern) return "{" + members + "}";
    return "{" + members + (members.empty() ? "" : ",") + "\"_meta\":{" + modern_request_metadata() + "}}";
  }

  std::optional<WorkbenchClient> client_;
};

INSTANTIATE_TEST_SUITE_P(
    InEachMode, NativeDefinitions,
    testing::Values(ShownNatively{"flat", "flat", "", false, ""}, ShownNatively{"flat, modern", "flat", "", true, ""},
                    ShownNatively{"dynamic", "dynamic", "", false, "dev__s__"},
                    ShownNatively{"pinned", "proxy", R"("pinnedTools":["s/echo"],)", false, "dev__s__"},
                    ShownNatively{"pinned, modern", "proxy", R"("pinnedTools":["s/echo"],)", true, "dev__s__"}));

TEST_P(NativeDefinitions, CallAToolWhoseArgumentsHaveOtherNames) {
  const std::string shown = shown_for(
      R"({"name":"echo","description":"d","inputSchema":{"type":"object","properties":{"$top":{"type":"integer"},)"
      R"("rule_name[]":{"type":"array","items":{}},"\u4f1a\u793e":{"type":"string"},"fine":{}},"required":["$top"]}})");
  EXPECT_EQ(member(shown, "inputSchema.properties.top"),
            R"({"type":"integer","description":"The server calls it \"$top\"."})");
  EXPECT_EQ(member(shown, "inputSchema.required"), R"(["top"])");
  EXPECT_THAT(shown, HasSubstr(R"("rule_name":{"type":"array")"));
  EXPECT_THAT(shown, MatchesRegex(".*\"argument_[0-9a-f]{8}\":.*"));
  EXPECT_EQ(called_with(R"({"fine":{"top":1.0},"top":3,"rule_name":["\u0061"]})"),
            R"({"fine":{"top":1.0},"$top":3,"rule_name[]":["\u0061"]})");
}

TEST_P(NativeDefinitions, HaveNothingElseThatModelsApisRefuse) {
  const std::string shown = shown_for(
      R"({"name":"echo","description":"d","inputSchema":{"type":"object","properties":{)"
      R"("a":{"type":"object","properties":{"raw":true},"required":["b"]},"l":{"type":"array","prefixItems":[true]}}},)"
      R"("outputSchema":{"type":"object","properties":{"o":{"properties":{"raw":true}}}}})");
  EXPECT_EQ(member(shown, "inputSchema.properties.a"),
            R"({"type":"object","properties":{"b":{},"raw":{}},"required":["b"]})");
  EXPECT_EQ(member(shown, "inputSchema.properties.l"), R"({"items":{},"type":"array","prefixItems":[{}]})");
  EXPECT_EQ(member(shown, "outputSchema.properties.o"), R"({"properties":{"raw":{}}})");
}

TEST_P(NativeDefinitions, HaveKeywordsAtTheRootForAllClientsButHostsOfModels) {
  const std::string definition =
      R"x({"name":"echo","description":"d","inputSchema":{"type":"object","properties":{"a":{"pattern":"^(?!x)"}},)x"
      R"x("not":{"required":["x"]}}})x";
  const std::string shown = shown_for(definition);
  EXPECT_EQ(member(shown, "inputSchema"), member(definition, "inputSchema"));
  if (GetParam().is_modern) return;
  const std::string for_models = shown_for(definition, "claude-code");
  EXPECT_THAT(member(for_models, "inputSchema"), AllOf(Not(HasSubstr("\"not\"")), Not(HasSubstr("\"pattern\""))));
  EXPECT_THAT(member(for_models, "description"), HasSubstr(R"({\"not\":{\"required\":[\"x\"]}})"));
}

TEST(NativeDefinitionsOfTools, AreTheServersOwnInTextAndWithoutRepairs) {
  const std::string definition =
      R"({"name":"echo","description":"d","inputSchema":{"type":"object","properties":{"$top":{"type":"array"}}}})";
  const std::string toolboxes = toolbox("dev", fake_server("s", {"--raw-tool", definition}));
  InitializedClient client(toolboxes, {}, "dynamic");
  client.open("dev");
  EXPECT_THAT(client.call_text("describe_tools", R"({"toolbox":"dev","server":"s"})"),
              AllOf(HasSubstr("\"$top\":{"), Not(HasSubstr("\"top\""))));
  EXPECT_EQ(member(client.use("dev", "s", "echo", R"({"$top":[],"top":1})"), "echo"), R"({"$top":[],"top":1})");

  WorkbenchClient unrepaired(toolboxes_file(toolboxes, "flat"), {"-D", "schemaRepair=false"});
  unrepaired.initialize();
  EXPECT_EQ(unrepaired.request("tools/list", "{}"), R"({"tools":[)" + definition + "]}");
}

TEST(NativeNames, BeginAsTheApisOfAllModelsAccept) {
  WorkbenchClient client(toolboxes_file(
      toolbox("dev", fake_server("magic", {"--tool", "21st_builder", "--tool", "-dash", "--tool", "fine"}) + "," +
                         fake_server("2nd", {"--tool", "3rd"})),
      "flat"));
  client.initialize();
  const std::vector<std::string> names = client.listed_names();
  ASSERT_EQ(names.size(), 4U);
  EXPECT_THAT(names, ElementsAre("magic__21st_builder", "magic__-dash", "fine", MatchesRegex("_2nd__3rd_[0-9a-f]{8}")));
  for (const std::string& name : names) {
    EXPECT_THAT(client.request("tools/call", R"({"name":")" + name + "\"}"), HasSubstr("content")) << name;
  }
}

}  // namespace
