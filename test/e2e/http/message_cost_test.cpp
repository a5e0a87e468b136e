// What one message may cost the loop, from any client: while a client drives a meta-tool, a size or a kind of message
// to its bound, another client's pings take as long as ever. A new bound is a row of the table below.

#include <algorithm>
#include <functional>

#include "fixture.hpp"
#include "latency.hpp"

namespace {

using namespace http_fixture;
using test_support::elements;

/// The most that a ping may take, in milliseconds of the workbench's processor time. What other programs of a busy
/// machine do is not in it, and the best of some rounds counts.
constexpr double kMaxPing = 20;
constexpr int kRounds = 3;

/// How often a row is driven in a round, so that some pings are sent meanwhile.
constexpr int kTimes = 5;

constexpr std::size_t kMegabyte = 1'000'000;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t count = 0; count < times; ++count) all.append(text);
  return all;
}

/// `make(number)` for each number below `count`, separated by commas.
template <typename Make>
std::string listed(std::size_t count, Make make) {
  std::string all;
  for (std::size_t number = 0; number < count; ++number) all.append(number == 0 ? "" : ",").append(make(number));
  return all;
}

std::string nested(std::size_t levels) {
  return repeated(R"({"x":)", levels) + "1" + repeated("}", levels);
}

/// A client that sends the most expensive messages, in a session and with modern requests.
class GreedyClient {
 public:
  explicit GreedyClient(const HttpWorkbench& workbench) : workbench_(workbench), session_(workbench.initialize()) {
    open_dev(workbench, session_);
    static_cast<void>(meta_tool("open_toolbox", R"({"toolbox_name":"dev"})"));
    const auto kept = workbench.call("tools/call", use("huge", R"({"bytes":4000000})"), "use_tool");
    const auto blocks = elements(member(kept.body, "result.content"));
    kept_uri_ = blocks.size() < 2 ? std::string() : characters(member(blocks[1], "uri"));
  }

  /// The answer to a modern call of a meta-tool.
  [[nodiscard]] std::string meta_tool(const std::string& name, const std::string& arguments) const {
    return workbench_.call("tools/call", R"("name":")" + name + R"(","arguments":)" + arguments, name).body;
  }
  /// The answer to a request in the session.
  [[nodiscard]] std::string request(const std::string& method, const std::string& params,
                                    const std::string& id = "1") const {
    return workbench_.request(session_, method, params, id).body;
  }
  /// The answer to a modern request that declares these capabilities.
  [[nodiscard]] std::string declare(const std::string& capabilities) const {
    return workbench_
        .post(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)" +
                  modern_request_metadata(capabilities) + "}}}",
              {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/list"}})
        .body;
  }
  [[nodiscard]] std::string post(const std::string& body, const HttpHeaders& headers = {}) const {
    HttpHeaders all = headers;
    all.emplace_back("Mcp-Session-Id", session_);
    return workbench_.post(body, all).body;
  }
  [[nodiscard]] const std::string& kept_uri() const { return kept_uri_; }

 private:
  const HttpWorkbench& workbench_;
  const std::string session_;
  std::string kept_uri_;  // of a result of 4 MB
};

/// One bound, and the responses beyond it or at it.
struct Bound {
  const char* name;
  std::function<std::string(const GreedyClient&)> drive;
  const char* answer;
};

std::string find_in_result(const GreedyClient& client, const std::string& wanted) {
  return client.meta_tool("read_result",
                          R"({"uri":")" + client.kept_uri() + R"(","find":)" + test_support::quoted(wanted) + "}");
}

std::string use_tool_named(const GreedyClient& client, const std::string& tool, const std::string& arguments) {
  return client.meta_tool("use_tool", R"({"tool":)" + tool + R"(,"arguments":)" + arguments + "}");
}

const std::string kEcho = R"({"toolbox":"dev","server":"s","tool":"echo"})";

/// Words that no tool has.
std::string strange_words(std::size_t count) {
  std::string words;
  for (std::size_t number = 0; number < count; ++number) words += "qx" + std::to_string(number * 7919) + "z ";
  return words;
}

const Bound kBounds[]{
    // --- meta-tools ---
    {"ReadResultThatFindsATextOfTheLongestLength",
     [](const GreedyClient& client) { return find_in_result(client, std::string(999, 'x') + "y"); },
     "No line of the result contains this text."},
    {"ReadResultThatFindsATextInEachLine",
     [](const GreedyClient& client) { return find_in_result(client, std::string(1'000, 'x')); }, "[1 more lines"},
    {"ReadResultThatFindsATextBeyondTheLongestLength",
     [](const GreedyClient& client) { return find_in_result(client, std::string(kMegabyte, 'x')); },
     "find: Expected at most 1000 characters, received more"},
    {"ReadResultOfAPageBeyondTheLast",
     [](const GreedyClient& client) {
       return client.meta_tool("read_result", R"({"uri":")" + client.kept_uri() + R"(","page":1000000})");
     },
     "The result has the pages 1 to"},
    {"ReadResultOfALongUri",
     [](const GreedyClient& client) {
       return client.meta_tool("read_result", R"({"uri":")" + std::string(kMegabyte, 'x') + R"("})");
     },
     "uri: Expected at most 1000 characters"},
    {"SearchToolsForTheMostCharacters",
     [](const GreedyClient& client) {
       return client.meta_tool("search_tools", R"({"query":")" + strange_words(900) + R"(","limit":50})");
     },
     "tools"},
    {"SearchToolsForWordsOfManyTools",
     [](const GreedyClient& client) {
       return client.meta_tool("search_tools", R"({"query":"1 2 3 4 5 6 7 8 9","limit":50})");
     },
     "score"},
    {"SearchToolsForALongQuery",
     [](const GreedyClient& client) {
       return client.meta_tool("search_tools", R"({"query":")" + repeated("word ", kMegabyte / 5) + R"("})");
     },
     "query: Expected at most 10000 characters"},
    {"OpenToolboxWithManyMembers",
     [](const GreedyClient& client) {
       return client.meta_tool("open_toolbox",
                               "{" + listed(kMegabyte, [](std::size_t) { return std::string(R"("a":1)"); }) + "}");
     },
     "Invalid parameters"},
    {"OpenToolboxWithALongName",
     [](const GreedyClient& client) {
       return client.meta_tool("open_toolbox", R"({"name":")" + std::string(8 * kMegabyte, 'x') + R"("})");
     },
     ""},
    {"DescribeToolsOfTheMostNames",
     [](const GreedyClient& client) {
       return client.meta_tool("describe_tools", R"({"tools":[)" + listed(1'000, [](std::size_t number) {
                                                   return R"({"toolbox":"dev","server":"many","tool":"tool_)" +
                                                          std::to_string(number) + R"("})";
                                                 }) + "]}");
     },
     "tool_1"},
    {"DescribeToolsOfTheMostNamesThatNoToolHas",
     [](const GreedyClient& client) {
       return client.meta_tool("describe_tools", R"({"tools":[)" + listed(1'000, [](std::size_t number) {
                                                   return R"({"toolbox":"dev","server":"many","tool":"none_)" +
                                                          std::to_string(number) + R"("})";
                                                 }) + "]}");
     },
     "and 995 more"},
    {"DescribeToolsOfTheMostPaths",
     [](const GreedyClient& client) {
       return client.meta_tool("describe_tools", R"({"tools":[)" + listed(1'000, [](std::size_t number) {
                                                   return R"("dev/many/none_)" + std::to_string(number) + "\"";
                                                 }) + "]}");
     },
     "and 995 more"},
    {"DescribeToolsOfVeryManyNames",
     [](const GreedyClient& client) {
       return client.meta_tool("describe_tools",
                               R"({"tools":[)" + listed(100'000, [](std::size_t) { return kEcho; }) + "]}");
     },
     "tools: more than 1000"},
    {"DescribeToolsOfAnArrayOfNothing",
     [](const GreedyClient& client) {
       return client.meta_tool("describe_tools", R"({"tools":[)" + repeated("1,", kMegabyte / 2) + "1]}");
     },
     "tools: more than 1000"},
    {"DescribeToolsAsSignatures",
     [](const GreedyClient& client) {
       return client.meta_tool("describe_tools", R"({"format":"signature","toolbox":"dev","server":"many"})");
     },
     "tool_1"},
    {"OpenToolboxOfALongName",
     [](const GreedyClient& client) {
       return client.meta_tool("open_toolbox", R"({"toolbox_name":")" + std::string(kMegabyte, 'x') + R"("})");
     },
     "toolbox_name: Expected at most 1000 characters"},
    {"CloseToolboxOfALongName",
     [](const GreedyClient& client) {
       return client.meta_tool("close_toolbox", R"({"toolbox_name":")" + std::string(kMegabyte, 'x') + R"("})");
     },
     "toolbox_name: Expected at most 1000 characters"},
    {"ListToolboxesWithManyMembers",
     [](const GreedyClient& client) {
       return client.meta_tool("list_toolboxes", "{" + listed(100'000, [](std::size_t number) {
                                                   return "\"a" + std::to_string(number) + "\":1";
                                                 }) + "}");
     },
     "Unrecognized key: 'a0'"},
    {"UseToolOfALongName",
     [](const GreedyClient& client) {
       return use_tool_named(client,
                             R"({"toolbox":"dev","server":"s","tool":")" + std::string(kMegabyte, 'x') + R"("})", "{}");
     },
     "tool.tool: Expected at most 1000 characters"},
    {"UseToolWithItsArgumentsInAString",
     [](const GreedyClient& client) {
       return use_tool_named(client, kEcho, test_support::quoted(R"({"x":")" + std::string(900'000, 'x') + R"("})"));
     },
     "xxx"},
    {"UseToolWithArgumentsInAStringThatIsTooLong",
     [](const GreedyClient& client) {
       return use_tool_named(client, kEcho,
                             test_support::quoted(R"({"x":")" + std::string(2 * kMegabyte, 'x') + R"("})"));
     },
     "arguments: Expected object, received string"},
    {"UseToolWithManyMembers",
     [](const GreedyClient& client) {
       return client.meta_tool("use_tool", "{" + listed(100'000, [](std::size_t number) {
                                             return "\"a" + std::to_string(number) + "\":1";
                                           }) + "}");
     },
     "Invalid parameters"},
    // --- kinds of messages ---
    {"AToolThatNobodyHas",
     [](const GreedyClient& client) {
       return client.request("tools/call", R"({"name":")" + std::string(kMegabyte, 'x') + R"("})");
     },
     "Unknown tool"},
    {"AMethodThatNobodyHas",
     [](const GreedyClient& client) { return client.request(std::string(kMegabyte, 'x'), "{}"); }, "Method not found"},
    {"ALongId",
     [](const GreedyClient& client) { return client.request("ping", "{}", "\"" + std::string(kMegabyte, 'x') + "\""); },
     "\"result\":{}"},
    {"ALogLevelThatThereIsNot",
     [](const GreedyClient& client) {
       return client.request("logging/setLevel", R"({"level":")" + std::string(kMegabyte, 'x') + R"("})");
     },
     "params.level must be one of"},
    {"ACancellationOfALongId",
     [](const GreedyClient& client) {
       return client.post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":")" +
                          std::string(kMegabyte, 'x') + R"("}})");
     },
     ""},
    {"TheDeepestMessage", [](const GreedyClient& client) { return client.request("tools/list", nested(990)); },
     "tools"},
    {"AMessageThatIsTooDeep", [](const GreedyClient& client) { return client.request("tools/list", nested(100'000)); },
     "error"},
    {"AMessageOfManyMembers",
     [](const GreedyClient& client) {
       return client.request("tools/list", "{" + listed(100'000, [](std::size_t number) {
                                             return "\"a" + std::to_string(number) + "\":1";
                                           }) + "}");
     },
     "tools"},
    {"TheLargestCapabilities",
     [](const GreedyClient& client) {
       return client.declare(R"({"experimental":{"e":")" + std::string(262'000, 'x') + R"("}})");
     },
     "tools"},
    {"CapabilitiesThatAreTooLarge",
     [](const GreedyClient& client) {
       return client.declare(R"({"experimental":{"e":")" + std::string(kMegabyte, 'x') + R"("}})");
     },
     "is larger than 262144 bytes"},
    {"CapabilitiesThatAreTooDeep", [](const GreedyClient& client) { return client.declare(nested(900)); },
     "is nested deeper than 64 levels"},
    {"ManySetsOfCapabilities",
     [](const GreedyClient& client) {
       std::string last;
       for (int number = 0; number < 200; ++number) {
         last = client.declare(R"({"experimental":{"e)" + std::to_string(number) + R"(":{}}})");
       }
       return last;
     },
     "tools"},
    // --- sizes of the listener ---
    {"AHeadOfNearlyTheMostBytes",
     [](const GreedyClient& client) {
       return client.post(kPing, {{"X", std::string(15'000, 'x')}});
     },
     "\"result\":{}"},
    {"ManyHeaders",
     [](const GreedyClient& client) {
       return client.post(kPing, HttpHeaders(90, {"X", "y"}));
     },
     "\"result\":{}"},
    {"ABodyOfFourMegabytes",
     [](const GreedyClient& client) {
       return client.request("tools/call",
                             "{" + use("echo", R"({"x":")" + std::string(4 * kMegabyte, 'x') + R"("})") + "}");
     },
     "xxx"},
};

double worst_ping_while(HttpWorkbench& workbench, const std::function<void()>& meanwhile) {
  HttpClient client(workbench.port());
  const std::string session = workbench.initialize();
  const auto ping = [&] {
    const auto answer = client.ask("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}), kPing);
    if (answer.status != 200) throw std::runtime_error(answer.body);
  };
  double best = latency_of(workbench.process().pid(), ping, meanwhile).worst_processor_time;
  for (int round = 1; round < kRounds && best > kMaxPing * kSlowness; ++round) {
    best = std::min(best, latency_of(workbench.process().pid(), ping, meanwhile).worst_processor_time);
  }
  return best;
}

TEST(AnotherClient, IsAnsweredAtOnceWhateverAClientDrivesToItsBound) {
  HttpWorkbench workbench(
      toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s", {}, R"("maxResultTokens":100)") +
                     "," + fake_server("many", {"--tools", "1000"}) + "}}"),
      {"-D", "metaTools=open_toolbox,use_tool,describe_tools,search_tools,read_result,list_toolboxes,close_toolbox"});
  const GreedyClient greedy(workbench);
  for (const Bound& bound : kBounds) {
    SCOPED_TRACE(bound.name);
    std::string answer;
    const double worst = worst_ping_while(workbench, [&] {
      for (int time = 0; time < kTimes; ++time) answer = bound.drive(greedy);
    });
    EXPECT_NE(answer.find(bound.answer), std::string::npos) << answer.substr(0, 500);
    std::printf("  %-50s at most %7.3f ms\n", bound.name, worst);
    EXPECT_LT(worst, kMaxPing * kSlowness);
  }
}

}  // namespace
