// Which responses the header Accept of a request admits.

#include "http/accept_header.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace workbench::test {
namespace {

using http::Headers;

std::string admitted(const Headers& headers) {
  const http::AcceptedForms forms = http::accepted_forms(headers);
  EXPECT_EQ(forms.json, http::is_accepted("application/json", headers));
  EXPECT_EQ(forms.events, http::is_accepted("text/event-stream", headers));
  std::string admitted;
  if (forms.json) admitted += "json ";
  if (forms.events) admitted += "events ";
  return admitted;
}

TEST(AcceptHeader, AdmitsWhatOneOfItsRangesContains) {
  const std::map<std::string, std::string> rows = {
      {"application/json, text/event-stream", "json events "},
      {"text/event-stream,application/json", "json events "},
      {"application/json", "json "},
      {"text/event-stream", "events "},
      {"APPLICATION/JSON;charset=utf-8", "json "},
      {"application/json ; q=0.5 , text/html", "json "},
      {"*/*", "json events "},
      {"*", "json events "},
      {"text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "json events "},
      {"text/*", "events "},
      {"application/*;q=0.1", "json "},
      {"text/html", ""},
      {"text/html,application/xhtml+xml", ""},
      {"application/jsonl", ""},
      {"text/html;note=\"a, application/json\"", ""},
      {"text/html;note=\"\\\", application/json\", text/event-stream", "events "},
      {"nonsense", ""},
      {"", "json events "},
      {" , ", "json events "},
  };
  for (const auto& [value, expected] : rows) EXPECT_EQ(admitted({{"Accept", value}}), expected) << value;
  EXPECT_EQ(admitted({}), "json events ");
}

TEST(AcceptHeader, ExcludesByAWeightOfZeroInItsMostSpecificRange) {
  const std::map<std::string, std::string> rows = {
      {"*/*, application/json;q=0", "events "},
      {"application/json; Q=0.000, */*;q=0.1", "events "},
      {"text/*;q=0, text/event-stream, */*", "json events "},
      {"text/*;q=0, */*", "json "},
      {"*/*;q=0", ""},
      {"*/*;q=0.001", "json events "},
      {"application/json;v=1;q = 0", ""},
      {"application/json;q=", "json "},
  };
  for (const auto& [value, expected] : rows) EXPECT_EQ(admitted({{"Accept", value}}), expected) << value;
}

TEST(AcceptHeader, MayBeWrittenInSeveralLines) {
  EXPECT_EQ(admitted({{"accept", "application/json"}, {"ACCEPT", "text/event-stream"}}), "json events ");
  EXPECT_EQ(admitted({{"Accept", ""}, {"Accept", "text/html"}}), "");
}

}  // namespace
}  // namespace workbench::test
