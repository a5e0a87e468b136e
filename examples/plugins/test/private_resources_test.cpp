#include <gmock/gmock.h>

#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/middleware_contract.hpp>

namespace workbench::test {
namespace {

using ::testing::HasSubstr;

struct PrivateResources {
  std::unique_ptr<Middleware> make(Host& host) { return plugin.make_middleware("private-resources", {}, host); }

  const LoadedPlugin plugin{PRIVATE_RESOURCES};
};

class PrivateResourcesTest : public ::testing::Test {
 protected:
  /// The answer of a request whose server answers with an empty object.
  std::string answer_for(const std::string& method, const std::string& name) {
    middleware->on_request(client.request(method, {"dev", "files", name}),
                           [](MethodCall passed_on) { passed_on.result(Json("{}")); });
    return RecordingClient::text_of(client.answers.back());
  }

  LoopHost host;
  EmptyToolboxes toolboxes;
  RecordingClient client{host, toolboxes};
  const std::unique_ptr<Middleware> middleware = PrivateResources().make(host);
};

TEST_F(PrivateResourcesTest, RefusesToReadThem) {
  EXPECT_TRUE(middleware->sees_requests());
  EXPECT_THAT(answer_for("resources/read", "private:a"), HasSubstr("Resource not found: private:a"));
}

TEST_F(PrivateResourcesTest, PassesOnEverythingElse) {
  EXPECT_EQ(answer_for("resources/read", "file:///private:a"), "{}");
  EXPECT_EQ(answer_for("prompts/get", "private:a"), "{}");
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(PrivateResources, MiddlewareContract, PrivateResources);

}  // namespace workbench::test
