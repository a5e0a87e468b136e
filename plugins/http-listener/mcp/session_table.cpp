#include "mcp/session_table.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "http-shared/crypto.hpp"
#include "mcp/message_refusal.hpp"

namespace workbench::http {
namespace {

/// The most bytes of events that are kept for one stream of a session.
constexpr std::size_t kKeptBytes = 256 * 1024;

constexpr std::size_t kSessionIdBytes = 32;

}  // namespace

SessionTable::SessionTable(std::shared_ptr<ListenerContext> context, const ListenerSettings& settings, Quota& quota,
                           MemoryBudget& memory, RequestLog& log)
    : context_(std::move(context)), settings_(settings), quota_(quota), memory_(memory), log_(log) {}

void SessionTable::start() {
  start_sweep_timer();
}

void SessionTable::open(const ReceivedRequest& request, const MessageHead& head, CheckedMessage message,
                        const std::shared_ptr<OutgoingResponse>& response) {
  if (sessions_.size() >= settings_.sessions) {
    return response->respond(unavailable_response("Too many sessions (listener.http.sessions); retry."));
  }
  auto slot = quota_.open_session(quota_client(request.principal.get(), request.source->address));
  if (!slot) {
    log_.refuse(RefusalCause::quota, request.source->address, "too many sessions (listener.http.sessionsPerPrincipal)",
                request.principal.get());
    return response->respond(unavailable_response(
        "Too many sessions of this client (listener.http.sessionsPerPrincipal); end one, or retry."));
  }
  const auto session = std::make_shared<HttpSession>(
      random_hex(kSessionIdBytes), request.principal, *std::move(slot), context_,
      KeptEvents{kKeptBytes, &memory_, quota_client(request.principal.get(), request.source->address),
                 context_->host.limits().message_bytes});
  sessions_.emplace(session->id(), session);
  session->start(response, head, std::move(message), [weak = weak_from_this(), id = session->id()] {
    if (const auto table = weak.lock()) table->sessions_.erase(id);
  });
}

std::shared_ptr<HttpSession> SessionTable::find(const ReceivedRequest& request, std::string_view id,
                                                const std::shared_ptr<OutgoingResponse>& response) {
  const std::string* session_id = request.headers.find(kSessionHeader);
  if (session_id == nullptr) {
    refuse(response, 400, id, kInvalidRequest,
           "The header Mcp-Session-Id is missing: send \"initialize\" first, or a protocol version in params._meta");
    return nullptr;
  }
  const auto found = sessions_.find(*session_id);
  // A session of another principal is treated as if it did not exist.
  if (found == sessions_.end() || found->second->principal() != request.principal ||
      found->second->revision().empty()) {
    refuse_session(response, id);
    return nullptr;
  }
  const std::string* version = request.headers.find(kVersionHeader);
  if (request.headers.has(kVersionHeader) && (version == nullptr || !is_legacy_version(*version))) {
    refuse(response, 400, id, kInvalidRequest,
           "The header MCP-Protocol-Version must be " + found->second->revision() + ", the session's version");
    return nullptr;
  }
  found->second->record_use();
  return found->second;
}

void SessionTable::start_sweep_timer() {
  const auto pause = std::clamp<std::chrono::milliseconds>(settings_.session_idle / 4, std::chrono::milliseconds(100),
                                                           std::chrono::seconds(30));
  sweep_timer_ = context_->host.loop().after(pause, [this] {
    start_sweep_timer();  // first, so that sweeps continue after one that throws
    sweep();
  });
}

void SessionTable::sweep() {
  const auto oldest = std::chrono::steady_clock::now() - settings_.session_idle;
  for (const auto& [id, session] : sessions_) session->drop_delivered();
  end_if([&](const HttpSession& session) { return !session.is_busy() && session.last_used() < oldest; },
         "the session was idle");
}

// The pointers are copied, because a session that ends is removed from the table.
void SessionTable::end_if(const std::function<bool(const HttpSession&)>& is_meant, const char* reason) {
  std::vector<std::shared_ptr<HttpSession>> ended;
  for (const auto& [id, session] : sessions_) {
    if (is_meant(*session)) ended.push_back(session);
  }
  for (const auto& session : ended) session->end(reason);
}

void SessionTable::close(const char* reason) {
  sweep_timer_.reset();
  end_if([](const HttpSession&) { return true; }, reason);
}

void SessionTable::collect(MetricsWriter& writer) const {
  std::size_t streams = 0;
  for (const auto& [id, session] : sessions_) streams += session->open_streams();
  writer.family("mcp_workbench_http_sessions", MetricType::gauge, "Sessions of legacy clients over HTTP.");
  writer.sample({}, static_cast<double>(sessions_.size()));
  writer.family("mcp_workbench_http_session_streams", MetricType::gauge, "Open streams of these sessions.");
  writer.sample({}, static_cast<double>(streams));
}

}  // namespace workbench::http
