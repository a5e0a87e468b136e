#pragma once

#include <string>
#include <string_view>

#include <workbench/trace_span.hpp>

#include "base/trace_scope.hpp"
#include "clients/request.hpp"

namespace workbench::clients {

/// Makes a span of each request of one session, from its arrival to its answer, within the trace that the client names
/// in `_meta`. A suspended request is one span, however often its client repeats it. Nothing is done while nothing is
/// traced. [loop thread]
class RequestTracing {
 public:
  explicit RequestTracing(Host& host) : host_(host), sink_(host.extension<TraceSink>()) {}

  /// Begins the span of `request`, which ends it with its answer. What begins while the returned scope lives belongs to
  /// its trace.
  [[nodiscard]] base::TraceScope begin(Request& request, std::string_view method, const Json& params) {
    if (sink_ != nullptr) trace(request, method, params);
    return {host_, request};
  }

  /// The span of a request that is answered at once, until the returned object is destroyed.
  [[nodiscard]] Span begin(std::string_view method, const Json& params, const jsonrpc::ReplyTarget& target);

 private:
  void trace(Request& request, std::string_view method, const Json& params);
  void describe(Span& span, const Request& request);
  [[nodiscard]] const std::string& session_id();

  Host& host_;
  TraceSink* const sink_;   // null: nothing is traced
  std::string session_id_;  // empty: not needed yet
};

}  // namespace workbench::clients
