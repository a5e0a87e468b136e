#pragma once

#include <string>
#include <vector>

#include <workbench/json.hpp>

namespace workbench::test {

/// Arguments of a tool call as clients may send them: valid JSON objects or absent, and no more than that is promised.
[[nodiscard]] inline std::vector<Json> odd_arguments() {
  std::vector<Json> all;
  all.emplace_back();
  for (const char* text : {"{}", R"({"":""})", R"({"a":1,"a":2})", R"({"query":null})", R"({"query":[]})",
                           R"({"query":{"query":""}})", R"({"name":"\u0000\ud800"})", R"({"toolbox":1e400})",
                           R"({"toolbox":"..","server":"*","tool":"%s"})", R"({"arguments":"{}","unknown":true})"}) {
    all.emplace_back(std::string(text));
  }
  all.emplace_back(R"({"query":")" + std::string(1'000'000, 'x') + "\"}");
  all.emplace_back("{\"query\":" + std::string(500, '[') + std::string(500, ']') + "}");
  return all;
}

}  // namespace workbench::test
