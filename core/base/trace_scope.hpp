#pragma once

#include <optional>

#include <workbench/host.hpp>
#include <workbench/trace_span.hpp>

#include "base/client_request.hpp"

namespace workbench::base {

/// While it lives, what begins on this thread without a request at hand (the start of a server, a login) belongs to the
/// trace of a request. Lives on the stack, around the work on the request. [loop thread]
class TraceScope {
 public:
  /// The scope around this one stays if `request` is not traced (kTraceOption).
  TraceScope(Host& host, const detail::ClientRequest& request) : outer_(current_) {
    if (request.has_options()) enter(host, request.option(kTraceOption));
  }
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;
  ~TraceScope() { current_ = outer_; }

  /// The context of the innermost scope; empty: there is none. Valid until that scope ends.
  [[nodiscard]] static const TraceContext& current() {
    static const TraceContext kNone;
    return current_ == nullptr ? kNone : *current_;
  }

 private:
  void enter(Host& host, const Json& traced) {
    if (traced.is_absent()) return;
    context_ = request_context(traced, host.json());
    current_ = &*context_;
  }

  static inline thread_local const TraceContext* current_ = nullptr;

  const TraceContext* const outer_;      // null: there is none
  std::optional<TraceContext> context_;  // absent: there is none of its own
};

}  // namespace workbench::base
