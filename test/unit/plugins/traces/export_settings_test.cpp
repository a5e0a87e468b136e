// The variables of OpenTelemetry.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "export_settings.hpp"

namespace workbench::traces {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

using Variables = std::map<std::string, std::string, std::less<>>;

std::optional<Result<ExportSettings>> read(const Variables& variables, const std::string& endpoint = "http://h:4318") {
  return read_export_settings(endpoint, [&](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

ExportSettings settings(const Variables& variables, const std::string& endpoint = "http://h:4318") {
  return **read(variables, endpoint);
}

TEST(Endpoint, IsThePlaceOfTracesBelowIt) {
  EXPECT_EQ(settings({}).target.url, "http://h:4318/v1/traces");
  EXPECT_EQ(settings({}, "https://h/otlp/").target.url, "https://h/otlp/v1/traces");
}

TEST(Endpoint, OfTracesIsUsedAsItIs) {
  EXPECT_EQ(settings({{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://t/path"}}, "").target.url, "http://t/path");
  EXPECT_EQ(settings({{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://t/path"}}).target.url, "http://t/path");
}

TEST(Endpoint, ThatIsNotAnHttpUrlIsAnErrorWithoutItsText) {
  for (const char* const endpoint :
       {"localhost:4317", "ftp://h", "http://", "http://:1", "http:///p", "http://h\r\nx"}) {
    const auto outcome = read({}, endpoint);
    ASSERT_TRUE(outcome) << endpoint;
    ASSERT_FALSE(*outcome) << endpoint;
    EXPECT_THAT(outcome->error().message, HasSubstr("http://localhost:4318"));
    EXPECT_THAT(outcome->error().message, Not(HasSubstr("4317")));
  }
}

TEST(Traces, AreOffWithoutAnEndpointAndWhereTheEnvironmentSaysSo) {
  EXPECT_FALSE(read({}, ""));
  EXPECT_FALSE(read({{"OTEL_SDK_DISABLED", "TRUE"}}));
  EXPECT_FALSE(read({{"OTEL_TRACES_EXPORTER", "none"}}));
  EXPECT_FALSE(read({{"OTEL_TRACES_SAMPLER", "always_off"}}));
  EXPECT_TRUE(read({{"OTEL_SDK_DISABLED", ""}, {"OTEL_TRACES_EXPORTER", "otlp"}}));
}

TEST(Headers, AreDecodedAndThoseOfTracesComeFirst) {
  EXPECT_THAT(
      settings({{"OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Bearer%20a, x-key = 1 "}}).target.headers,
      ElementsAre(Pair("Authorization", "Bearer a"), Pair("x-key", "1"), Pair("Content-Type", "application/json")));
  EXPECT_THAT(
      settings({{"OTEL_EXPORTER_OTLP_HEADERS", "a=b"}, {"OTEL_EXPORTER_OTLP_TRACES_HEADERS", "c=d"}}).target.headers,
      ElementsAre(Pair("c", "d"), Pair("Content-Type", "application/json")));
}

TEST(Headers, ThatWouldBeMoreLinesAreNotUsed) {
  for (const char* const headers : {"a=b%0D%0Ac:d", "a b=c", "a", "=b", "a=%4"}) {
    const ExportSettings read = settings({{"OTEL_EXPORTER_OTLP_HEADERS", headers}});
    EXPECT_THAT(read.target.headers, ElementsAre(Pair("Content-Type", "application/json"))) << headers;
    EXPECT_THAT(read.warnings, ElementsAre(HasSubstr("OTEL_EXPORTER_OTLP_HEADERS is not used"))) << headers;
  }
}

TEST(Resource, IsNamedByTheServiceNameFirst) {
  EXPECT_THAT(settings({}).resource, Contains(Pair("service.name", "mcp-workbench")));
  const Variables attributes{{"OTEL_RESOURCE_ATTRIBUTES", "service.name=a,deployment.environment.name=caf%C3%A9"}};
  EXPECT_THAT(settings(attributes).resource,
              ElementsAre(Pair("service.name", "a"), Pair("deployment.environment.name", "caf\xC3\xA9")));
  Variables named = attributes;
  named["OTEL_SERVICE_NAME"] = "b";
  EXPECT_THAT(settings(named).resource,
              ElementsAre(Pair("deployment.environment.name", "caf\xC3\xA9"), Pair("service.name", "b")));
}

TEST(Numbers, OutOfRangeLeaveTheDefaults) {
  const ExportSettings read = settings({{"OTEL_EXPORTER_OTLP_TIMEOUT", "1"},
                                        {"OTEL_BSP_MAX_QUEUE_SIZE", "-1"},
                                        {"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "x"},
                                        {"OTEL_BSP_SCHEDULE_DELAY", "0"}});
  EXPECT_EQ(read.target.time_limit, std::chrono::seconds(10));
  EXPECT_EQ(read.batches.max_waiting, 2048U);
  EXPECT_EQ(read.batches.batch, 512U);
  EXPECT_EQ(read.batches.delay, std::chrono::seconds(5));
}

TEST(Protocol, OtherThanJsonOverHttpIsWarnedOf) {
  EXPECT_THAT(settings({{"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}}).warnings, ElementsAre(HasSubstr("4318")));
  EXPECT_THAT(settings({{"OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"}}).warnings, IsEmpty());
}

TEST(Origin, HasNeitherPathNorUser) {
  EXPECT_EQ(origin_of("https://user:secret@h:1/key?k=v"), "https://h:1");
  EXPECT_EQ(origin_of("http://h"), "http://h");
}

}  // namespace
}  // namespace workbench::traces
