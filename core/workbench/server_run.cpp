#include "workbench/server_run.hpp"

#include <utility>

namespace workbench {

ServerRun::ServerRun(Host& host, const std::string& source, std::unique_ptr<Connection> connection,
                     std::chrono::milliseconds start_limit, ServerRunEvents& events)
    : host_(host),
      source_(source),
      start_limit_(start_limit),
      events_(events),
      connection_(host, source, std::move(connection), *this) {}

void ServerRun::start() {
  connection_.start();
  opening_ = std::make_shared<mcp::ServerOpening>(
      host_, source_, connection_, start_limit_,
      [this](Result<mcp::OpenedConnection> outcome) { take_opening(std::move(outcome)); });
  opening_->start();
}

void ServerRun::take_opening(Result<mcp::OpenedConnection> outcome) {
  opening_.reset();
  if (!outcome) return events_.on_failed(*this, outcome.error());
  revision_ = outcome->revision;
  tools_ = std::move(outcome->tools);
  is_ready_ = true;
  host_.log(LogLevel::information, source_,
            "ready: protocol version " + std::string(mcp::name_of(outcome->revision)) + ", " +
                std::to_string(tools_.size()) + " tools");
  events_.on_ready(*this);
  if (std::exchange(has_changed_again_, false)) list_again();
}

void ServerRun::on_question(Question, MoveOnlyFunction<void(PeerAnswer)> answer) {
  answer(Error{ErrorKind::unavailable, "nobody can be asked"});
}

void ServerRun::on_list_changed(mcp::ListKind) {
  if (!is_ready_ || listing_ != nullptr) {
    has_changed_again_ = true;
    return;
  }
  list_again();
}

void ServerRun::list_again() {
  listing_ =
      std::make_shared<mcp::ToolListing>(host_, source_, connection_, std::chrono::steady_clock::now() + start_limit_,
                                         [this](Result<std::vector<Tool>> tools) { take_listing(std::move(tools)); });
  listing_->start();
}

void ServerRun::take_listing(Result<std::vector<Tool>> tools) {
  listing_.reset();
  if (tools) {
    tools_ = *std::move(tools);
    host_.log(LogLevel::information, source_, "its tools have changed: " + std::to_string(tools_.size()) + " now");
    events_.on_tools_changed(*this);
  } else {
    host_.log(LogLevel::warning, source_,
              "its tools have changed, but the new list is not to be had: " + tools.error().message);
  }
  if (std::exchange(has_changed_again_, false)) list_again();
}

void ServerRun::on_ended(const Error& reason) {
  is_ready_ = false;
  opening_.reset();
  listing_.reset();
  events_.on_ended(*this, reason);
}

}  // namespace workbench
