#pragma once

// The connection to a server in memory, a record of what it reports, and requests of clients.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plain_request.hpp"
#include "server_fixture.hpp"
#include "servers/connection.hpp"

namespace server_fixture {

/// A client's request, as far as servers look at it.
class FakeRequest final : public test_support::PlainRequest {
 public:
  /// Null: it is of an anonymous client.
  FakeRequest(std::shared_ptr<const Principal> principal, Toolboxes& toolboxes)
      : PlainRequest(identity_of(std::move(principal)), {}, toolboxes) {}

  void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) override {
    asked.push_back({std::move(input_request), std::move(done)});
  }
  [[nodiscard]] bool wants_progress() const override { return false; }
  void report_progress(const Progress&) override {}
  void log(const Json&) override {}
  void result(Json) override {}
  void result(ToolResult) override {}
  void error(const PeerError&) override {}
  void fail(const Error&) override {}
  [[nodiscard]] Json input_responses() const override { return {}; }
  [[nodiscard]] Json request_state() const override { return {}; }
  [[nodiscard]] bool is_suspended() const override { return was_asked_for_input; }
  [[nodiscard]] bool is_waiting_for_client() const override { return was_asked_for_input; }
  void notify(std::string_view, const Json&) override {}
  void report_progress_members(std::string_view) override {}

  struct Asked {
    InputRequest input_request;
    MoveOnlyFunction<void(InputResponse)> respond;
  };
  std::vector<Asked> asked;
  bool was_asked_for_input = false;

 private:
  static std::shared_ptr<const CallerIdentity> identity_of(std::shared_ptr<const Principal> principal) {
    CallerIdentity identity;
    identity.principal = std::move(principal);
    return std::make_shared<const CallerIdentity>(std::move(identity));
  }
};

inline std::shared_ptr<const Principal> principal(const std::string& name) {
  Principal made;
  made.name = name;
  return std::make_shared<const Principal>(std::move(made));
}

/// The connection to the server "files".
class ConnectionFixture : public InMemory, protected servers::ServerConnectionObserver {
 protected:
  /// The connection; made and started by the first call.
  [[nodiscard]] servers::ServerConnection& connection() {
    if (connection_ == nullptr) {
      servers::ServerConnectionObserver& observer = *this;
      connection_ = std::make_unique<servers::ServerConnection>(host_, "dev/files", connect(), last_words_, observer);
      connection_->start();
    }
    return *connection_;
  }
  /// The server's end of it.
  [[nodiscard]] ScriptedRun& run() {
    static_cast<void>(connection());
    return peer_.run();
  }
  /// Sends a request that the server leaves unanswered, unless the test says otherwise. Its response is in the place
  /// that is returned, which stays valid.
  std::optional<Response>& request(std::uint64_t id, std::chrono::milliseconds limit = 20s,
                                   const std::string& method = "test/wait") {
    std::optional<Response>& response = responses_[id];
    connection().request(
        id, jsonrpc::write_request(jsonrpc::Id(id), method, Json("{}")), limit,
        std::make_unique<jsonrpc::CallbackRequest>([&response](Response got) { response = std::move(got); }));
    return response;
  }
  template <typename Kind>
  [[nodiscard]] std::vector<Kind*> all() {
    std::vector<Kind*> found;
    for (servers::Event& event : events_) {
      if (auto* one = std::get_if<Kind>(&event)) found.push_back(one);
    }
    return found;
  }
  [[nodiscard]] static std::string error_in(const std::optional<Response>& response) {
    return response ? as_error(*response).message : "(no response)";
  }

  // ServerConnectionObserver
  void on_event(servers::Event event) override { events_.push_back(std::move(event)); }
  void on_subscription_acknowledged(std::uint64_t id, const Json&) override { acknowledged_.push_back(id); }
  void on_subscription_cancelled(std::uint64_t id, const Json&) override { cancelled_.push_back(id); }
  void on_ended(const Error& reason) override { ended_ = reason; }
  void on_closed(const Error& reason) override { closed_ = reason; }

  servers::LastWordsPlace last_words_ = servers::LastWordsPlace::in_errors;
  std::vector<servers::Event> events_;
  std::vector<std::uint64_t> acknowledged_;
  std::vector<std::uint64_t> cancelled_;
  std::optional<Error> ended_;
  std::optional<Error> closed_;

 private:
  [[nodiscard]] std::unique_ptr<Connection> connect() {
    peer_.leave_unanswered("test/wait");
    return *transport_.connect({"dev", "files", {}});
  }

  std::map<std::uint64_t, std::optional<Response>> responses_;
  std::unique_ptr<servers::ServerConnection> connection_;
};

}  // namespace server_fixture
