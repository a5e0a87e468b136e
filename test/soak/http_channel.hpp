#pragma once

#include "channel.hpp"

namespace soak {

/// One HTTP connection of a client, with one request at a time.
class HttpChannel final : public Channel {
 public:
  /// `session`: empty in the modern era, and before `initialize`.
  HttpChannel(std::uint16_t port, Era era, std::string session);
  ~HttpChannel() override;
  HttpChannel(const HttpChannel&) = delete;
  HttpChannel& operator=(const HttpChannel&) = delete;

  [[nodiscard]] std::string name() const override { return era_ == Era::legacy ? "legacy, HTTP" : "modern, HTTP"; }
  [[nodiscard]] std::size_t room() const override { return is_waiting_ ? 0 : 1; }
  void request(std::uint64_t id, std::string_view method, std::string_view params) override;
  void add_to(std::vector<pollfd>& polled) const override;
  void handle(const pollfd* polled, const OnMessage& on_message) override;
  [[nodiscard]] std::size_t descriptors() const override { return 1; }

  /// Of the last response.
  [[nodiscard]] const std::string& head() const { return head_; }

 private:
  void post(std::string_view headers, std::string_view body);
  void write();
  bool read();
  bool read_head();
  bool read_chunks(const OnMessage& on_message);
  void deliver_events(const OnMessage& on_message);

  const Era era_;
  const std::string session_;
  int socket_ = -1;
  bool is_waiting_ = false;
  std::string output_;
  std::size_t written_ = 0;
  std::string input_;
  std::string head_;  // of the latest response
  bool has_head_ = false;
  std::string events_;  // of its stream, not yet delivered
};

/// Begins a legacy session and opens the toolbox `soak`; returns the session's id.
[[nodiscard]] std::string begin_session(std::uint16_t port);

}  // namespace soak
