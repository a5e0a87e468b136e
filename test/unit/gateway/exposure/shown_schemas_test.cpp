#include "gateway/exposure/shown_schemas.hpp"

#include <string>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;

constexpr const char* kSchemaOfEcho = R"({"type":"object","required":["n"]})";

/// Of a server with the tool "echo", which has that schema.
class SchemasThatClientsWereShown : public GatewayFixture {
 protected:
  SchemasThatClientsWereShown() { update(kSchemaOfEcho); }

  static Json definition(const std::string& name, const std::string& schema) {
    return Json(R"({"name":")" + name + R"(","inputSchema":{"type":"object"},"outputSchema":)" + schema + "}");
  }
  static Json list_of(const Json& tool) { return Json("[" + std::string(tool.text()) + "]"); }
  void update(const std::string& schema) {
    catalog_.update(protocol::ListKind::tools, {{"echo", definition("echo", schema)}}, std::nullopt);
  }
  [[nodiscard]] std::string found_by(const ClientInfo& client, const std::string& name) const {
    const Json schema = shown_.find(client, name, catalog_, "echo");
    return std::string(schema.text());
  }

  servers::Catalog catalog_{host_, "dev/files", servers::ToolFilters()};
  gateway::ShownSchemas shown_;
  const ClientInfo client_{"client", "1"};
};

TEST_F(SchemasThatClientsWereShown, AreFoundByTheNameInTheList) {
  EXPECT_EQ(found_by(client_, "dev__files__echo"), "");
  shown_.record(client_, list_of(definition("dev__files__echo", kSchemaOfEcho)));
  EXPECT_EQ(found_by(client_, "dev__files__echo"), kSchemaOfEcho);
  EXPECT_EQ(found_by(client_, "echo"), "");
  EXPECT_EQ(found_by({"client", "2"}, "dev__files__echo"), "");
  shown_.record(client_, Json("[]"));
  EXPECT_EQ(found_by(client_, "dev__files__echo"), "");
}

TEST_F(SchemasThatClientsWereShown, AreNotThoseThatAToolHasGotSince) {
  shown_.record(client_, list_of(definition("echo", kSchemaOfEcho)));
  update(R"({"type":"object"})");
  EXPECT_EQ(found_by(client_, "echo"), "");
}

TEST_F(SchemasThatClientsWereShown, AreStillKnownWhenTheyHaveBeenWithdrawn) {
  shown_.record(client_, list_of(definition("echo", kSchemaOfEcho)));
  catalog_.output_schemas().withdraw("echo", Json(kSchemaOfEcho));
  update(kSchemaOfEcho);
  const Json& listed = catalog_.items(protocol::ListKind::tools).front().definition;
  EXPECT_EQ(listed.text().find("outputSchema"), std::string_view::npos);
  EXPECT_EQ(found_by(client_, "echo"), kSchemaOfEcho);
}

TEST_F(SchemasThatClientsWereShown, AreForgottenWhenTooManyClientsHaveListed) {
  const Json list = list_of(definition("echo", kSchemaOfEcho));
  for (std::size_t number = 0; number != gateway::ShownSchemas::kMaxClients; ++number) {
    shown_.record({"client", std::to_string(number)}, list);
  }
  shown_.record({"client", "0"}, list);
  EXPECT_EQ(found_by({"client", "1"}, "echo"), kSchemaOfEcho);
  shown_.record({"client", "one more"}, list);
  EXPECT_EQ(found_by({"client", "1"}, "echo"), "");
  EXPECT_EQ(found_by({"client", "one more"}, "echo"), kSchemaOfEcho);
}

}  // namespace
