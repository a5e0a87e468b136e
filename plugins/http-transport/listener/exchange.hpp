#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "listener/request.hpp"

namespace workbench::http {

/// One HTTP request's way back to the client: one whole answer, or a stream of events ("basic/transports", Server-Sent
/// Events). After the client has gone, everything is dropped. [io thread]
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  /// Answers with a whole.
  virtual void answer(Answer answer) = 0;

  /// Answers 200 with a stream of events, to which send() adds and which finish() ends. `fields` come beside those of
  /// every event stream.
  virtual void begin_events(const Fields& fields) = 0;
  [[nodiscard]] virtual bool has_begun() const = 0;
  /// `written` is called when the client's system has taken the bytes, or when they are dropped.
  virtual void send(std::string bytes, std::function<void()> written) = 0;
  virtual void finish() = 0;

  /// Bytes that the client has not taken yet.
  [[nodiscard]] virtual std::size_t unsent() const = 0;

  /// `gone` is called once if the client goes before the answer is complete. Replaces what was set before.
  virtual void on_gone(std::function<void()> gone) = 0;

  /// Ends the connection with the client at once.
  virtual void abort() = 0;
};

}  // namespace workbench::http
