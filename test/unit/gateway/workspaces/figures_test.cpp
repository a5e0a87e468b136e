// What a scrape shows of clients, calls and servers.

#include "gateway/workspaces/figures.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::Not;

class AScrape : public WorkspaceFixture {
 protected:
  /// The value of the sample, as it is written; empty: there is none.
  [[nodiscard]] std::string value(const std::string& sample) {
    const std::string text = "\n" + host_.metrics();
    const std::size_t at = text.find("\n" + sample + " ");
    if (at == text.npos) return {};
    const std::size_t begin = at + sample.size() + 2;
    return text.substr(begin, text.find('\n', begin) - begin);
  }
  [[nodiscard]] std::string servers(const std::string& state) {
    return value(R"(mcp_workbench_servers{toolbox="dev",server="files",state=")" + state + "\"}");
  }
  [[nodiscard]] std::string server_total(const std::string& what) {
    return value("mcp_workbench_server_" + what + R"(_total{toolbox="dev",server="files"})");
  }

  ScriptedServer& files_ = add_server("dev", "files");
};

TEST_F(AScrape, CountsWorkspacesClientsAndCallsInFlightByPrincipal) {
  files_.leave_unanswered("tools/call");
  const auto session = legacy_client("{}", principal("ada"));
  const auto one = modern_client("{}", principal("bob"));
  const auto two = modern_client("{}", principal("bob"));
  session->result_of(session->open_toolbox("dev"));
  session->use_tool("dev", "files");
  two->request("subscriptions/listen", R"("notifications":{})");
  run_until_quiet();

  EXPECT_EQ(value(R"(mcp_workbench_workspaces{kind="session"})"), "1");
  EXPECT_EQ(value(R"(mcp_workbench_workspaces{kind="modern"})"), "1");
  EXPECT_EQ(value("mcp_workbench_clients"), "3");
  EXPECT_EQ(value(R"(mcp_workbench_calls_in_flight{principal="ada"})"), "1");
  EXPECT_EQ(value(R"(mcp_workbench_calls_in_flight{principal="bob"})"), "0");
  EXPECT_EQ(value(R"(mcp_workbench_subscriptions{principal="bob"})"), "1");
  EXPECT_EQ(value(R"(mcp_workbench_principal_servers{principal="ada"})"), "1");
}

TEST_F(AScrape, CountsServersByWhatTheyAreDoing) {
  const auto client = legacy_client();
  EXPECT_EQ(servers("stopped"), "1");
  files_.leave_unanswered("initialize");
  client->open_toolbox("dev");
  run_until_quiet();
  EXPECT_EQ(servers("starting"), "1");
  files_.run().answer("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                                    R"("serverInfo":{"name":"s","version":"1"}})");
  run_until_quiet();
  EXPECT_EQ(servers("ready"), "1");
  EXPECT_EQ(servers("starting"), "0");
}

TEST_F(AScrape, CountsStartsFailuresAndRestartsOfServersWhoseWorkspacesAreGone) {
  auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(server_total("starts"), "1");
  EXPECT_EQ(server_total("restarts"), "0");
  files_.run().exit();
  run_until_quiet();
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_EQ(server_total("starts"), "2");
  EXPECT_EQ(server_total("restarts"), "1");
  client.reset();
  run_until_quiet();

  files_.connect_error = Error{ErrorKind::unavailable, "no such program"};
  const auto other = legacy_client();
  other->result_of(other->open_toolbox("dev"));
  EXPECT_EQ(server_total("start_failures"), "1");
  EXPECT_EQ(server_total("restarts"), "1") << "it was stopped with its client";
  EXPECT_EQ(servers("failed"), "1");
}

TEST_F(AScrape, CountsWhatWasRefusedByLimitAndPrincipal) {
  host_.changeable_limits.principal_servers = 1;
  host_.changeable_limits.principal_calls = 1;
  files_.leave_unanswered("tools/call");
  const auto one = legacy_client("{}", principal("ada"));
  const auto two = legacy_client("{}", principal("ada"));
  one->result_of(one->open_toolbox("dev"));
  two->result_of(two->open_toolbox("dev"));
  one->use_tool("dev", "files");
  run_until_quiet();
  two->result_of(two->open_toolbox("dev"));
  EXPECT_EQ(value(R"(mcp_workbench_refused_total{limit="principalServers",principal="ada"})"), "1");
  EXPECT_EQ(value(R"(mcp_workbench_refused_total{limit="principalCalls",principal="ada"})"), "1");
  EXPECT_EQ(value(R"(mcp_workbench_refused_total{limit="callsInFlight",principal="ada"})"), "0");
}

TEST_F(AScrape, ShowsServersThatAllPrincipalsShareOnce) {
  toolbox_entry("dev").servers.back().share = config::Share::process;
  const auto one = legacy_client("{}", principal("ada"));
  const auto two = legacy_client("{}", principal("bob"));
  one->result_of(one->open_toolbox("dev"));
  two->result_of(two->open_toolbox("dev"));
  EXPECT_EQ(servers("ready"), "1");
  EXPECT_EQ(value(R"(mcp_workbench_principal_servers{principal="ada"})"), "0");
}

TEST_F(AScrape, HasOneSampleForAnonymousClientsAndTheOneForWhichTheProgramRuns) {
  files_.leave_unanswered("tools/call");
  const auto anonymous = legacy_client();
  quotas_ = gateway::Quotas::none;
  const auto own = legacy_client();
  for (const auto* client : {&anonymous, &own}) {
    (*client)->result_of((*client)->open_toolbox("dev"));
    (*client)->use_tool("dev", "files");
  }
  run_until_quiet();
  EXPECT_EQ(value(R"(mcp_workbench_calls_in_flight{principal=""})"), "2");
}

/// Records the families that are written, as "name: label, label".
class FamilyRecorder final : public MetricsWriter {
 public:
  void family(std::string_view name, MetricType, std::string_view) override { families.emplace_back(name); }
  void sample(const Labels& labels, double) override {
    if (families.back().find(':') != std::string::npos) return;
    std::string names;
    for (const MetricLabel& label : labels) names.append(names.empty() ? "" : ", ").append(label.name);
    families.back() += ": " + names;
  }
  void histogram(const Labels&, const MetricHistogram&) override {}

  std::vector<std::string> families;
};

TEST_F(AScrape, HasTheFamiliesAndLabelsOfTheTable) {
  gateway::Figures figures;
  figures.servers[{"dev", "files"}] = {};
  servers::AllServerCounters counters;
  counters[{"dev", "files"}] = {};
  FamilyRecorder recorder;
  figures.write(recorder, gateway::Principals(host_), counters);

  std::vector<std::string> described;
  for (const base::MetricFamily& family : gateway::Figures::families()) {
    described.push_back(std::string(family.name) + ": " + std::string(family.labels));
  }
  EXPECT_EQ(recorder.families, described);
}

}  // namespace
