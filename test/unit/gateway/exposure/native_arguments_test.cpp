// Tools whose arguments have names that models' APIs refuse: clients see others natively, and servers and middleware do
// not.

#include <ostream>
#include <utility>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A way in which clients are shown a tool.
struct NativeWay {
  const char* about;
  config::ToolMode mode;
  bool is_pinned;
  bool is_modern;
  const char* name;
};

void PrintTo(const NativeWay& way, std::ostream* out) {
  *out << way.about;
}

/// The server `files` with the tool `odata`.
class NativeArguments : public WorkspaceFixture, public testing::WithParamInterface<NativeWay> {
 protected:
  NativeArguments() {
    config_.tool_mode = GetParam().mode;
    files_.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"tools":[{"name":"odata","inputSchema":{"type":"object","properties":{)"
                             R"("$top":{"type":"integer"},"ids[]":{"type":"array"},"fine":{"properties":{"$in":{}}}},)"
                             R"("required":["$top"]}}]})");
    });
    if (GetParam().is_pinned) toolbox_entry("dev").pinned_tools.push_back({"files", "odata"});
    registry_.add("recording", "0.1.0", [this](Registrar& registrar) {
      registrar.add_middleware("recording",
                               {.make = [this](const Options&, Host&) -> Result<std::unique_ptr<Middleware>> {
                                 return std::unique_ptr<Middleware>(std::make_unique<ArgumentRecord>(seen_));
                               }});
    });
    options_.middleware.push_back("recording");
  }

  std::unique_ptr<TestClient> client_with_list() {
    auto client = GetParam().is_modern ? modern_client() : legacy_client();
    if (GetParam().mode != config::ToolMode::flat && !GetParam().is_modern) {
      client->result_of(client->open_toolbox("dev"));
    }
    list_ = client->result_of(client->request("tools/list"));
    return client;
  }

  /// What the server gets of a call with these arguments.
  std::string sent_for(TestClient& client, const std::string& arguments) {
    seen_.clear();
    EXPECT_EQ(member(client.result_of(client.call(GetParam().name, arguments)), "content"), "[]");
    return member(files_.run().latest("tools/call").params.text(), "arguments");
  }

  ScriptedServer& files_ = add_server("dev", "files");
  std::string list_;
  std::vector<std::string> seen_;

 private:
  class ArgumentRecord final : public Middleware {
   public:
    explicit ArgumentRecord(std::vector<std::string>& seen) : seen_(seen) {}
    void on_tool_call(const ToolIdentifier&, ToolCall call, Next next) override {
      seen_.emplace_back(call.arguments().text());
      next(std::move(call));
    }

   private:
    std::vector<std::string>& seen_;
  };
};

INSTANTIATE_TEST_SUITE_P(
    InEachMode, NativeArguments,
    testing::Values(NativeWay{"flat", config::ToolMode::flat, false, false, "odata"},
                    NativeWay{"flat, modern", config::ToolMode::flat, false, true, "odata"},
                    NativeWay{"dynamic", config::ToolMode::dynamic, false, false, "dev__files__odata"},
                    NativeWay{"pinned in dynamic mode", config::ToolMode::dynamic, true, true, "dev__files__odata"},
                    NativeWay{"pinned", config::ToolMode::proxy, true, false, "dev__files__odata"},
                    NativeWay{"pinned, modern", config::ToolMode::proxy, true, true, "dev__files__odata"}));

TEST_P(NativeArguments, HaveNamesThatModelsApisAccept) {
  const auto client = client_with_list();
  EXPECT_THAT(list_, AllOf(HasSubstr("\"" + std::string(GetParam().name) + "\""), HasSubstr(R"("top":{)"),
                           HasSubstr(R"("ids":{)"), HasSubstr(R"("required":["top"])"), Not(HasSubstr(R"("$top":)")),
                           Not(HasSubstr(R"("ids[]":)")), HasSubstr(R"("fine":{"properties":{"$in":{}}})")));
}

TEST_P(NativeArguments, ReachTheServerAndMiddlewareByTheServersNames) {
  const auto client = client_with_list();
  EXPECT_EQ(sent_for(*client, R"({"fine":{"$in":1.0,"top":2},"top":1.10,"ids":[]})"),
            R"({"fine":{"$in":1.0,"top":2},"$top":1.10,"ids[]":[]})");
  EXPECT_THAT(seen_, ElementsAre(R"({"fine":{"$in":1.0,"top":2},"$top":1.10,"ids[]":[]})"));
  EXPECT_EQ(sent_for(*client, R"({"$top": 3})"), R"({"$top": 3})") << "a client may know the server's names";
}

TEST_P(NativeArguments, AreThoseOfTheServerForUseToolAndDescribeTools) {
  const auto client = client_with_list();
  if (GetParam().mode == config::ToolMode::flat) return;  // it has no meta-tools
  const std::string described =
      first_text(client->result_of(client->call("describe_tools", R"({"toolbox":"dev","server":"files"})")));
  EXPECT_THAT(described, AllOf(HasSubstr(R"("$top":{"type":"integer"})"), HasSubstr(R"("required":["$top"])")));
  client->result_of(client->call("use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"odata"},)"
                                             R"("arguments":{"$top":1,"top":2}})"));
  EXPECT_EQ(member(files_.run().latest("tools/call").params.text(), "arguments"), R"({"$top":1,"top":2})");
}

}  // namespace
