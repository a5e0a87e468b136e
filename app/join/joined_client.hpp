#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/connection.hpp>

#include "join/joined_session.hpp"
#include "join/shared_workbench.hpp"
#include "process/process_host.hpp"

namespace workbench::app {

/// Carries the messages between the client that started this process and the shared workbench. When the workbench ends,
/// the session of the client continues with another one, which is started if necessary.
///
/// A workbench that has just died may still accept connections, and a hanging one accepts them for ever. So a workbench
/// is sent nothing of the client before it has answered a ping:
///
///              the client sends
///              something             its first message
///     absent ──────────────> greeting ───────────────> serving
///       ^  ^                  │    ^                      │
///       │  └── silent for ────┤    │ after a pause        │ the connection ends: requests that only read
///       │      too long       │    │                      │ are kept for the next workbench, others answered
///       │                     v    │                      │
///       └───────────────── retrying <─────────────────────┘
///        too many attempts
///
/// A message of the client in another state than `serving` waits, and nothing more is read from it meanwhile. It is
/// answered with an error when the state becomes `absent`. If that is before the first answer of any workbench, the
/// connection ends after it. [loop thread]
class JoinedClient final {
 public:
  /// `host` and `shared` must outlive it; `client` is not yet started. `ended` is called once, when the connection with
  /// the client has ended: with ok, or with why no workbench could be reached.
  JoinedClient(ProcessHost& host, const SharedWorkbench& shared, std::unique_ptr<Connection> client,
               MoveOnlyFunction<void(Result<void>)> ended);
  JoinedClient(const JoinedClient&) = delete;
  JoinedClient& operator=(const JoinedClient&) = delete;

  void start();

  /// Ends both connections; `ended` follows.
  void close();

 private:
  enum class State { absent, greeting, serving, retrying };

  /// One end: passes what it observes to a member function.
  class ClientEnd final : public ConnectionObserver {
   public:
    explicit ClientEnd(JoinedClient& joined) : joined_(joined) {}

   private:
    void on_message(std::string message) override { joined_.handle_client_message(std::move(message)); }
    void on_undeliverable(const Error& what, std::string_view beginning) override;
    void on_end_of_input() override { joined_.handle_end_of_input(); }
    void on_drained() override;
    void on_closed(const Error&) override { joined_.handle_client_gone(); }
    JoinedClient& joined_;
  };
  class WorkbenchEnd final : public ConnectionObserver {
   public:
    explicit WorkbenchEnd(JoinedClient& joined) : joined_(joined) {}

   private:
    void on_message(std::string message) override { joined_.handle_workbench_message(std::move(message)); }
    void on_undeliverable(const Error& what, std::string_view beginning) override;
    void on_end_of_input() override {}  // of clients only
    void on_drained() override;
    void on_closed(const Error&) override { joined_.handle_workbench_gone(); }
    JoinedClient& joined_;
  };

  void handle_client_message(std::string text);
  void pass_client_message(std::string text);
  void record(std::string text);
  void handle_workbench_message(std::string text);
  void handle_end_of_input();
  void handle_client_gone();
  void handle_workbench_gone();
  void connect();
  void begin_serving();
  void handle_silent_workbench();
  [[nodiscard]] bool is_finished() const;
  void handle_no_workbench(const std::string& why);
  void refuse(const std::string& why);
  [[nodiscard]] std::string why_it_ends() const;
  void send_to_client(std::vector<Message> messages);
  void send_to_workbench(Message message);
  void pass_unreadable(const std::string& what, std::string_view beginning);
  void end(Result<void> outcome);

  ProcessHost& host_;
  const SharedWorkbench& shared_;
  MoveOnlyFunction<void(Result<void>)> ended_;
  JoinedSession session_;
  ClientEnd client_end_{*this};
  WorkbenchEnd workbench_end_{*this};
  std::unique_ptr<Connection> client_;
  std::unique_ptr<Connection> workbench_;            // while greeting and serving; otherwise null
  std::vector<std::unique_ptr<Connection>> former_;  // have ended, inside one of their calls
  FileDescriptor connected_;                         // the socket of workbench_ once more, to look at
  std::deque<std::string> waiting_;                  // for a workbench
  std::optional<std::string> lost_;      // why the former workbench has ended; reported to the client with the next one
  bool input_has_ended_ = false;         // of the client
  std::size_t attempts_ = 0;             // in a row at which a workbench has answered a ping at most
  std::optional<std::string> refusal_;   // set: why the client is not served; its first request is told
  std::uintmax_t log_begin_ = 0;         // the size of the workbench's log before the latest attempt
  std::optional<Result<void>> outcome_;  // set: the end has begun
  State state_ = State::absent;
  EventLoop::Timer next_attempt_;    // while retrying
  EventLoop::Timer greeting_limit_;  // while greeting
  EventLoop::Timer drain_;           // since the end of the client's input
  EventLoop::Timer refusal_limit_;   // while refusal_ waits for a request
};

}  // namespace workbench::app
