// Two principals use one process of a server together, in both eras: whatever either receives is its own.
//
// Each message of the server says whose it is (test/fixtures/job_server): "ada/17". With TEST_CALLS=100000 the test
// makes so many calls.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>

#include "fixture.hpp"

namespace {

using namespace http_fixture;
using std::chrono::steady_clock;
using test_support::kPatience;

constexpr int kDefaultCalls = 3'000;

constexpr const char* kTokens = R"({"ada":{"token":"of-ada"},"bob":{"token":"of-bob"}})";

int wanted_calls() {
  const char* calls = std::getenv("TEST_CALLS");
  return calls == nullptr ? kDefaultCalls : std::atoi(calls);
}

/// What one principal has received, and whatever is wrong.
class Principal {
 public:
  explicit Principal(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string other() const { return name_ == "ada" ? "bob" : "ada"; }
  [[nodiscard]] std::string next_job() { return name_ + "/" + std::to_string(++last_job_) + "/"; }

  /// Everything that a client of the principal receives.
  void check(const std::string& text) {
    if (text.find(other() + "/") != std::string::npos) report("received what belongs to " + other() + ": " + text);
    if (text.find("FOREIGN") != std::string::npos) report("another principal's response: " + text);
  }
  void report(const std::string& what) {
    const std::lock_guard lock(mutex_);
    wrong_.push_back(name_ + ": " + what);
  }
  [[nodiscard]] std::vector<std::string> wrong() {
    const std::lock_guard lock(mutex_);
    return wrong_;
  }
  void print() const {
    std::printf(
        "  %s: %d calls: %d answered, %d timed out, %d cancelled, %d expired; %d log messages, %d questions, "
        "%d refused questions, %d progress notifications\n",
        name_.c_str(), calls.load(), answered.load(), timed_out.load(), cancelled.load(), expired.load(), logs.load(),
        questions.load(), refused.load(), progress.load());
  }

  std::atomic<int> calls = 0;
  std::atomic<int> answered = 0;
  std::atomic<int> timed_out = 0;
  std::atomic<int> cancelled = 0;
  std::atomic<int> expired = 0;  // suspended calls that their client repeated too late
  std::atomic<int> logs = 0;
  std::atomic<int> questions = 0;
  std::atomic<int> refused = 0;  // questions of answered calls that reached no client
  std::atomic<int> progress = 0;

 private:
  const std::string name_;
  std::atomic<int> last_job_ = 0;
  std::mutex mutex_;
  std::vector<std::string> wrong_;
};

/// One call of `do`; see job_server.
struct Job {
  std::string name;
  std::string arguments;
  bool is_cancelled = false;  ///< when it has begun
};

Job random_job(Principal& principal, std::mt19937& random) {
  const auto below = [&](unsigned limit) { return static_cast<int>(random() % limit); };
  Job job{principal.next_job(), {}, false};
  int work = below(4);
  int ask_after = -1;
  const int kind = below(1000) / 10;
  const bool is_too_long = below(1000) < 4;
  if (kind < 25) {
    ask_after = below(5);
  } else if (kind < 45) {
    job.is_cancelled = true;
    work = 10 + below(60);
    if (kind < 35) ask_after = below(40);
  } else if (is_too_long) {
    work = 2'300;  // longer than it may take
  }
  job.arguments =
      "{\"job\":" + test_support::quoted(job.name) + ",\"work_ms\":" + std::to_string(work) + ",\"log\":true";
  if (ask_after >= 0) job.arguments += ",\"ask_after_ms\":" + std::to_string(ask_after);
  job.arguments += "}";
  return job;
}

/// A client of one principal, which calls one tool after the other.
class Client {
 public:
  Client(const HttpWorkbench& workbench, Principal& principal) : workbench_(workbench), principal_(principal) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  virtual ~Client() = default;

  void call(const Job& job) {
    ++principal_.calls;
    try {
      if (http_ == nullptr) http_ = std::make_unique<HttpClient>(workbench_.port());
      perform(job);
    } catch (const std::exception& error) {
      principal_.report(job.name + ": " + error.what());
      http_.reset();
    }
  }

  /// The next call has a new connection: an idle one may have been closed.
  void disconnect() { http_.reset(); }

  /// Ends its sessions.
  virtual void leave() {}

 protected:
  /// Sends the call and receives its answer.
  virtual void perform(const Job& job) = 0;

  /// Reads the response to a POST up to the answer, or until `cancel` is called, after the first progress notification.
  template <typename Handle, typename Cancel>
  std::string read_answer(const Job& job, Handle handle, Cancel cancel) {
    HttpResponse response = http_->read_head();
    if (response.headers["content-type"] == "application/json") {
      response.body = http_->connection().read_bytes(std::stoul(response.headers["content-length"]));
      principal_.check(response.body);
      return response.body;
    }
    std::string answer;
    bool is_cancelling = false;
    while (const auto event = http_->next_event()) {
      principal_.check(*event);
      const std::size_t at = event->find("data: ");
      const std::string message = at == std::string::npos ? std::string() : event->substr(at + 6);
      if (message.empty()) continue;  // the priming event
      if (member(message, "method").empty()) {
        if (!answer.empty()) principal_.report(job.name + ": a second answer: " + message);
        answer = message;
        continue;
      }
      count(job, message);
      handle(message);
      if (!job.is_cancelled || is_cancelling || member(message, "method") != "\"notifications/progress\"") continue;
      is_cancelling = true;
      if (cancel()) return {};
    }
    return answer;
  }

  void handle_answer(const Job& job, const std::string& answer) {
    const std::string result = member(answer, "result");
    const std::string text = result.empty() ? std::string() : first_text(result);
    if (text.starts_with(job.name + " ")) {
      ++principal_.answered;
      if (text.ends_with("refused")) ++principal_.refused;
    } else if (text.starts_with("[dev/jobs/do] Error: no answer within")) {
      ++principal_.timed_out;
    } else if (answer.find("requestState: ") != std::string::npos) {
      ++principal_.expired;
    } else {
      principal_.report(job.name + ": not its answer: " + answer);
    }
  }

  [[nodiscard]] std::string accepted() const {
    return R"({"action":"accept","content":{"of":)" + test_support::quoted(principal_.name()) + "}}";
  }
  [[nodiscard]] HttpHeaders with_token(HttpHeaders headers) const {
    headers.emplace_back("Authorization", "Bearer of-" + principal_.name());
    return with_json(headers);
  }

  const HttpWorkbench& workbench_;
  Principal& principal_;
  std::unique_ptr<HttpClient> http_;  // null: the connection was closed

 private:
  void count(const Job& job, const std::string& message) {
    const std::string method = member(message, "method");
    if (method == "\"notifications/progress\"") {
      ++principal_.progress;
      if (message.find(test_support::quoted(job.name)) == std::string::npos)
        principal_.report(job.name + ": not its: " + message);
    } else if (method == "\"notifications/message\"") {
      ++principal_.logs;
      if (message.find(principal_.name() + "/") == std::string::npos) principal_.report("whose is it? " + message);
    } else if (method == "\"elicitation/create\"") {
      ++principal_.questions;
      if (message.find(principal_.name() + "/") == std::string::npos) principal_.report("whose is it? " + message);
    }
  }
};

class LegacyClient final : public Client {
 public:
  LegacyClient(const HttpWorkbench& workbench, Principal& principal)
      : Client(workbench, principal), listening_(workbench.port()) {
    auto initialized = post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                            R"("capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}})");
    session_ = initialized.headers["mcp-session-id"];
    static_cast<void>(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
    principal_.check(post(R"({"jsonrpc":"2.0","id":"open","method":"tools/call","params":{"name":"open_toolbox",)"
                          R"("arguments":{"toolbox_name":"dev"}}})")
                         .body);
    listening_.send("GET", "/mcp", headers());
  }

  /// Ends the session, and reads what came on its own stream meanwhile.
  void leave() override {
    HttpClient ending(workbench_.port());
    static_cast<void>(ending.ask("DELETE", "/mcp", headers()));
    static_cast<void>(listening_.read_head());
    while (const auto event = listening_.next_event()) principal_.check(*event);
  }

 private:
  void perform(const Job& job) override {
    const std::string id = std::to_string(++last_id_);
    http_->send(
        "POST", "/mcp", headers(),
        R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{)" +
            R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"jobs","tool":"do"},"arguments":)" +
            job.arguments + R"(},"_meta":{"progressToken":)" + id + "}}}");
    bool is_cancelled = false;
    const auto respond = [this](const std::string& message) {
      if (member(message, "method") != "\"elicitation/create\"") return;
      static_cast<void>(post(R"({"jsonrpc":"2.0","id":)" + member(message, "id") + R"(,"result":)" + accepted() + "}"));
    };
    const auto cancel = [&] {
      is_cancelled = true;
      static_cast<void>(
          post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}"));
      return false;  // its stream ends
    };
    const std::string answer = read_answer(job, respond, cancel);
    if (answer.empty() && is_cancelled) {
      ++principal_.cancelled;
    } else {
      handle_answer(job, answer);
    }
  }

  [[nodiscard]] HttpHeaders headers() const {
    return session_.empty() ? with_token({}) : with_token({{"Mcp-Session-Id", session_}});
  }
  HttpResponse post(const std::string& body) {
    HttpResponse response = HttpClient(workbench_.port()).ask("POST", "/mcp", headers(), body);
    principal_.check(response.body);
    return response;
  }

  std::string session_;
  HttpClient listening_;
  int last_id_ = 0;
};

class ModernClient final : public Client {
 public:
  using Client::Client;

 private:
  void perform(const Job& job) override {
    std::string repetition;
    while (true) {
      http_->send(
          "POST", "/mcp",
          with_token({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}}),
          request(job, repetition));
      bool is_cancelled = false;
      const auto close = [&] { return is_cancelled = true; };
      const std::string answer = read_answer(
          job, [](const std::string&) {}, close);
      if (is_cancelled) {
        http_.reset();
        ++principal_.cancelled;
        return;
      }
      if (member(member(answer, "result"), "resultType") != "\"input_required\"") return handle_answer(job, answer);
      repetition = responses_to(member(answer, "result"));
    }
  }

  [[nodiscard]] std::string request(const Job& job, const std::string& repetition) {
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)"
           R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"jobs","tool":"do"},"arguments":)" +
           job.arguments + "}" + repetition + R"(,"_meta":{"progressToken":)" + std::to_string(++last_token_) +
           R"(,"io.modelcontextprotocol/logLevel":"info",)" + modern_request_metadata(R"({"elicitation":{}})") + "}}}";
  }

  /// The members with which a request is repeated that was answered with input requests.
  std::string responses_to(const std::string& result) {
    ++principal_.questions;
    std::string responses;
    const std::string asked = member(result, "inputRequests");
    for (int key = 1; key != 100; ++key) {
      const std::string name = "q" + std::to_string(key);
      const std::string one = member(asked, name);
      if (one.empty()) continue;
      if (one.find(principal_.name() + "/") == std::string::npos) principal_.report("whose is it? " + one);
      responses.append(responses.empty() ? "" : ",").append(test_support::quoted(name)).append(":").append(accepted());
    }
    return ",\"inputResponses\":{" + responses + "},\"requestState\":" + member(result, "requestState");
  }

  int last_token_ = 0;
};

/// All clients of one principal.
struct Clients {
  Clients(const HttpWorkbench& workbench, Principal& of, unsigned seed) : principal(of), random(seed) {
    for (int count = 0; count != 3; ++count) {
      all.push_back(std::make_unique<LegacyClient>(workbench, principal));
      all.push_back(std::make_unique<ModernClient>(workbench, principal));
    }
  }

  /// Each client makes calls, in a thread of its own, until all have made `calls` together.
  void start(std::vector<std::thread>& threads, int calls) {
    for (const auto& client : all) {
      threads.emplace_back([this, &one = *client, seed = random(), count = calls / static_cast<int>(all.size())] {
        std::mt19937 own_random(seed);
        one.disconnect();
        for (int call = 0; call != count; ++call) one.call(random_job(principal, own_random));
      });
    }
  }

  Principal& principal;
  std::mt19937 random;
  std::vector<std::unique_ptr<Client>> all;
};

void run_together(std::initializer_list<Clients*> principals, int calls) {
  std::vector<std::thread> threads;
  for (Clients* clients : principals) clients->start(threads, calls / static_cast<int>(principals.size()));
  for (std::thread& thread : threads) thread.join();
}

/// One principal cancels a call on which the server works on for longer than it counts after an answer; meanwhile the
/// other makes the only call that is not cancelled.
void run_beside_a_cancelled_call(Clients& cancelling, Clients& calling, std::size_t round) {
  const auto job = [](Principal& principal, const char* work, bool is_cancelled) {
    Job made{principal.next_job(), {}, is_cancelled};
    made.arguments = "{\"job\":" + test_support::quoted(made.name) + R"(,"log":true,"work_ms":)" + work + "}";
    return made;
  };
  cancelling.all.at(round % 2)->call(job(cancelling.principal, "1300", true));
  calling.all.at((round + 1) % 2)->call(job(calling.principal, "1500", false));
}

/// Lets one principal alone make calls until it has received a message that a server sends only to the right client.
void run_until_served(Clients& clients) {
  const int logs = clients.principal.logs;
  const int questions = clients.principal.questions;
  const auto deadline = steady_clock::now() + kPatience;
  while (clients.principal.logs == logs || clients.principal.questions == questions) {
    ASSERT_LT(steady_clock::now(), deadline) << clients.principal.name() << " receives no log messages and questions";
    run_together({&clients}, 60);
  }
}

TEST(TwoPrincipals, OfOneSharedServerReceiveNothingOfEachOther) {
  const std::string server = R"("jobs":{"command":)" + test_support::quoted(JOB_SERVER_PROGRAM) +
                             R"(,"share":"process","protocol":"legacy","callTimeoutMs":2000})";
  HttpWorkbench workbench(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + server + "}}"),
                          {"-D", "listener.http.tokensVariable=TOKENS", "-D", "limits.suspended=3s"},
                          {{"TOKENS", kTokens}});
  Principal ada("ada");
  Principal bob("bob");
  {
    Clients of_ada(workbench, ada, 1);
    Clients of_bob(workbench, bob, 2);
    const auto begun = steady_clock::now();
    run_until_served(of_ada);
    run_together({&of_ada, &of_bob}, wanted_calls());
    for (int round = 0; round < std::clamp(wanted_calls() / 2'000, 2, 20); ++round) {
      Clients& cancelling = round % 2 == 0 ? of_ada : of_bob;
      run_beside_a_cancelled_call(cancelling, round % 2 == 0 ? of_bob : of_ada, static_cast<std::size_t>(round / 2));
    }
    run_until_served(of_bob);
    const std::chrono::duration<double> time = steady_clock::now() - begun;
    for (Clients* clients : {&of_ada, &of_bob}) {
      for (const auto& client : clients->all) client->leave();
    }
    std::printf("  %d calls in %.1f s\n", ada.calls + bob.calls, time.count());
  }
  for (Principal* principal : {&ada, &bob}) {
    principal->print();
    EXPECT_THAT(principal->wrong(), testing::IsEmpty());
    EXPECT_EQ(principal->calls, principal->answered + principal->timed_out + principal->cancelled + principal->expired);
    EXPECT_GT(principal->answered, principal->calls / 2);
    EXPECT_GT(principal->cancelled, 0);
  }
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("FOREIGN")));
}

}  // namespace
