// busy_server [--modern]: an MCP server over stdio that uses what the protocol has: input requests, log messages,
// progress, lists that change, prompts, resources with subscriptions. Its tool `hang` never answers, `crash` ends it.
// All other arguments are ignored.

#include <unistd.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "slices.hpp"

namespace {

using soak::id_of;
using soak::method_of;
using soak::number_after;
using soak::value_after;

class BusyServer {
 public:
  BusyServer(bool is_modern, bool has_content) : is_modern_(is_modern), has_content_(has_content) {}

  void run() {
    std::string input;
    char chunk[65536];
    for (ssize_t size; (size = ::read(STDIN_FILENO, chunk, sizeof chunk)) > 0;) {
      input.append(chunk, static_cast<std::size_t>(size));
      std::size_t begin = 0;
      for (std::size_t end; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1) {
        handle(std::string_view(input).substr(begin, end - begin));
      }
      input.erase(0, begin);
    }
  }

 private:
  void handle(std::string_view message) {
    const std::string id(id_of(message));
    const std::string_view method = method_of(message);
    if (id.empty()) return;
    if (method.empty()) return handle_response(id);
    if (method == "tools/call") return call(id, message);
    if (method == "initialize" && !is_modern_) {
      return answer(id, R"("protocolVersion":"2025-11-25",)" + introduction());
    }
    if (method == "server/discover" && is_modern_) {
      return answer(id, R"("supportedVersions":["2026-07-28"],"ttlMs":1000,"cacheScope":"public",)" + introduction());
    }
    if (method == "tools/list") return answer(id, page("\"tools\":[" + tools() + "]"));
    if (method == "prompts/list") return answer(id, page(R"("prompts":[{"name":"plan","description":"A plan."}])"));
    if (method == "resources/list") {
      return answer(id, page(R"("resources":[{"uri":"busy:///state","name":"state","mimeType":"text/plain"}])"));
    }
    if (method == "resources/templates/list") return answer(id, page(R"("resourceTemplates":[])"));
    if (method == "prompts/get") {
      return answer(id, R"("messages":[{"role":"user","content":{"type":"text","text":"Plan."}}])");
    }
    if (method == "resources/read") {
      return answer(id, page(R"("contents":[{"uri":"busy:///state","mimeType":"text/plain","text":"fine"}])"));
    }
    if (method == "ping" || method == "resources/subscribe" || method == "resources/unsubscribe" ||
        method == "logging/setLevel") {
      return answer(id, {});
    }
    write(R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":-32601,"message":"Method not found"}})");
  }

  void call(const std::string& id, std::string_view message) {
    const std::string_view tool = value_after(message, "\"name\":\"", "\"");
    if (tool == "hang") return;
    if (tool == "crash") std::_Exit(3);
    if (tool == "ask") return ask(id, message);
    if (tool == "report") report(message);
    if (tool == "change") {
      ++generation_;
      notify("notifications/tools/list_changed", "");
    }
    if (tool == "touch") notify("notifications/resources/updated", R"("uri":"busy:///state")");
    const std::size_t size = number_after(message, "\"bytes\":");
    answer_text(id, size > 0 ? std::string(size, 'b') : std::string(tool));
  }

  /// Modern: the call is repeated with the response.
  void ask(const std::string& id, std::string_view message) {
    static const std::string kQuestion = R"("method":"elicitation/create","params":{"mode":"form","message":"Which?",)"
                                         R"("requestedSchema":{"type":"object","properties":{}}})";
    if (!is_modern_) {
      const std::string own = "\"ask-" + std::to_string(++asked_) + "\"";
      open_[own] = id;
      return write(R"({"jsonrpc":"2.0","id":)" + own + "," + kQuestion + "}");
    }
    if (message.find("\"inputResponses\"") != std::string_view::npos) return answer_text(id, "asked");
    write(R"({"jsonrpc":"2.0","id":)" + id +
          R"(,"result":{"resultType":"input_required","requestState":"state","inputRequests":{"which":{)" + kQuestion +
          "}}}}");
  }

  void handle_response(const std::string& own) {
    const auto asked = open_.find(own);
    if (asked == open_.end()) return;
    answer_text(asked->second, "asked");
    open_.erase(asked);
  }

  void report(std::string_view message) {
    const std::string_view token = value_after(message, "\"progressToken\":");
    for (int step = 1; step <= 3 && !token.empty(); ++step) {
      notify("notifications/progress",
             "\"progressToken\":" + std::string(token) + ",\"progress\":" + std::to_string(step));
    }
    notify("notifications/message", R"("level":"info","data":"working")");
    const std::string line(200, 'e');
    static_cast<void>(::write(STDERR_FILENO, (line + "\n").data(), line.size() + 1) + 0);
  }

  [[nodiscard]] std::string introduction() const {
    return R"("capabilities":{"tools":{"listChanged":true},)" +
           std::string(has_content_ ? R"("prompts":{},"resources":{"subscribe":true},)" : "") +
           R"("logging":{}},"serverInfo":{"name":"busy","version":"1"})";
  }
  [[nodiscard]] std::string tools() const {
    std::string list;
    for (const char* name : {"echo", "hang", "crash", "ask", "report", "change", "touch"}) {
      list.append(list.empty() ? "" : ",").append(R"({"name":")").append(name);
      list.append(R"(","description":"A tool of the busy server.","inputSchema":{"type":"object"}})");
    }
    if (generation_ % 2 == 1) list.append(R"(,{"name":"sometimes","inputSchema":{"type":"object"}})");
    return list;
  }
  [[nodiscard]] std::string page(const std::string& members) const {
    return is_modern_ ? R"("ttlMs":1000,"cacheScope":"public",)" + members : members;
  }

  void answer_text(const std::string& id, const std::string& text) {
    answer(id, R"("content":[{"type":"text","text":")" + text + "\"}]");
  }
  /// `members` are the members of the result.
  void answer(const std::string& id, const std::string& members) {
    const std::string complete = is_modern_ ? R"("resultType":"complete")" : "";
    write(R"({"jsonrpc":"2.0","id":)" + id + ",\"result\":{" + complete +
          (complete.empty() || members.empty() ? "" : ",") + members + "}}");
  }
  void notify(const std::string& method, const std::string& params) {
    write(R"({"jsonrpc":"2.0","method":")" + method + "\",\"params\":{" + params + "}}");
  }
  static void write(std::string line) {
    line += '\n';
    for (std::string_view rest = line; !rest.empty();) {
      const ssize_t size = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (size <= 0) std::_Exit(0);
      rest.remove_prefix(static_cast<std::size_t>(size));
    }
  }

  const bool is_modern_;
  const bool has_content_;
  int generation_ = 0;
  int asked_ = 0;
  std::map<std::string, std::string> open_;  // id of the call, by the id of our input request
};

}  // namespace

int main(int argc, char** argv) {
  const std::set<std::string_view> arguments(argv + 1, argv + argc);
  BusyServer(arguments.contains("--modern"), !arguments.contains("--tools-only")).run();
}
