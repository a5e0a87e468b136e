#include "mcp/response_array.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

using testing::HasSubstr;

TEST(AResponseArray, HasAllResponses) {
  const KeptEvents kept{0, nullptr, {}, 10'000};
  ResponseArray array(kept);
  array.add("1", Message("{\"id\":1}"));
  array.add("2", Message("{\"id\":2}"));
  const Response response = array.http_response();
  EXPECT_EQ(response.status, 200U);
  EXPECT_EQ(*response.headers.find("Content-Type"), "application/json");
  EXPECT_EQ(join(response.body), R"([{"id":1},{"id":2}])");
}

TEST(AResponseArray, HasNoBodyWithoutResponses) {
  const KeptEvents kept;
  const Response response = ResponseArray(kept).http_response();
  EXPECT_EQ(response.status, 202U);
  EXPECT_EQ(response.body.size(), 0U);
}

TEST(AResponseArray, HasAnErrorInPlaceOfAResponseThatIsTooMuch) {
  const KeptEvents kept{0, nullptr, {}, 10'000};
  ResponseArray array(kept);
  array.add("1", Message('"' + std::string(9'000, 'x') + '"'));
  array.add("\"b\"", Message('"' + std::string(2'000, 'y') + '"'));
  array.add("3", Message("{\"id\":3}"));
  const std::string body = join(array.http_response().body);
  EXPECT_THAT(body, HasSubstr(R"("id":"b","error":{"code":-32603)"));
  EXPECT_THAT(body, testing::Not(HasSubstr("yyy")));
  EXPECT_THAT(body, testing::EndsWith(",{\"id\":3}]"));
}

TEST(AResponseArray, TakesNoMoreThanHalfOfWhatMayBeHeldForItsClient) {
  const MemoryBudget budget({100'000, 0});
  const KeptEvents kept{0, &budget, "ada", 1'000'000};
  ResponseArray array(kept);
  for (int i = 0; i != 20; ++i) array.add("1", Message('"' + std::string(10'000, 'x') + '"'));
  EXPECT_LE(budget.held(), 75'000U);
  EXPECT_GE(budget.held(), 50'000U);
  EXPECT_THAT(join(array.http_response().body), HasSubstr("heldBytesPerPrincipal"));
  EXPECT_EQ(budget.held(), 0U);
}

}  // namespace
}  // namespace workbench::http
