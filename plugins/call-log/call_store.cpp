#include "call_store.hpp"

#include <algorithm>
#include <utility>

#include <workbench/outcome_word.hpp>

#include "response_facts.hpp"
#include "utc_text.hpp"

namespace workbench::call_log {
namespace {

constexpr std::chrono::minutes kSavingInterval{1};

void keep_answer(const Response& response, KeptCall& call) {
  if (call.values == nullptr) call.values = std::make_unique<KeptValues>();
  Json result;
  Json error;
  keep_response(response, result, error);
  keep(result, call.values->result, *call.values);
  keep(error, call.values->error, *call.values);
}

/// A copy of a call that has not ended, with the time that it has taken so far.
KeptCall copy_of(const RunningCall& running, std::chrono::system_clock::time_point now) {
  const KeptCall& call = running.call;
  KeptCall copy;
  copy.id = call.id;
  copy.time = call.time;
  copy.session = call.session;
  copy.tool = call.tool;
  copy.outcome = kRunning;
  copy.duration = std::max<std::chrono::nanoseconds>(std::chrono::nanoseconds(0), now - call.time);
  copy.bytes_in = call.bytes_in;
  if (call.values != nullptr) copy.values = std::make_unique<KeptValues>(*call.values);
  return copy;
}

}  // namespace

CallStore::~CallStore() {
  stop();
}

void CallStore::start(const RecentCallSettings& settings, Host& host) {
  host_ = &host;
  ring_.emplace(settings.max_calls, settings.max_bytes);
  constexpr std::size_t kMoreTools = 2 * ToolUses::kMaxTools;
  tools_.set_max(settings.max_calls + kMoreTools);
  uses_.emplace(host, uses_file_);
}

void CallStore::stop() {
  if (host_ == nullptr) return;
  take_uses();
  uses_.reset();
  saving_.reset();
  notice_.stop();
  ring_.reset();
  host_ = nullptr;
}

/// A call for which there is no memory is not kept.
void* CallStore::begin(const ToolIdentifier& tool, const Json& arguments, const Caller& caller,
                       Toolboxes& toolboxes) noexcept {
  if (host_ == nullptr) return nullptr;
  RunningCall* running = nullptr;
  try {
    running = &running_.add();
    fill(*running, tool, arguments, caller.identity(), toolboxes);
    notice_.change(host_->loop());
    return running;
  } catch (...) {
    if (running != nullptr) running_.remove(*running);
    return nullptr;
  }
}

void CallStore::fill(RunningCall& running, const ToolIdentifier& tool, const Json& arguments,
                     const CallerIdentity& caller, Toolboxes& toolboxes) {
  Callers& callers = CallerSessions::callers_of(toolboxes);
  running.is_modern = caller.is_modern;
  KeptCall& kept = running.call;
  kept.id = ++last_id_;
  kept.time = std::chrono::system_clock::now();
  kept.session = sessions_.session_of(caller, callers);
  kept.tool = tool_of(tool, callers);
  kept.outcome = kRunning;
  kept.bytes_in = arguments.text().size();
  if (!rights_->arguments) return;
  kept.values = std::make_unique<KeptValues>();
  keep(arguments, kept.values->arguments, *kept.values);
}

void CallStore::end(void* call, const ToolOutcome& outcome) noexcept {
  RunningCall& running = *static_cast<RunningCall*>(call);
  try {
    if (host_ != nullptr) finish(running, outcome);
  } catch (...) {  // out of memory: the call is not kept
  }
  running_.remove(running);
}

void CallStore::finish(RunningCall& running, const ToolOutcome& outcome) {
  KeptCall& kept = running.call;
  kept.outcome = outcome_word(outcome, running.is_modern, host_->json());
  kept.duration = outcome.duration;
  kept.bytes_out = size_of(outcome.response);
  if (rights_->results) keep_answer(outcome.response, kept);
  if (kept.outcome != "refused") count_use(*kept.tool);
  ring_->add(std::move(kept));
  notice_.change(host_->loop());
}

std::shared_ptr<KeptTool> CallStore::tool_of(const ToolIdentifier& tool, Callers& callers) {
  const bool is_last = callers.last_tool != nullptr && is_same(callers.last_tool->name, tool);
  if (!is_last) callers.last_tool = tools_.find(tool);
  return callers.last_tool;
}

void CallStore::count_use(KeptTool& tool) {
  ++tool.uses;
  if (std::exchange(has_uses_, true)) return;
  saving_ = host_->loop().after(kSavingInterval, [this] { save_uses(); });
}

void CallStore::take_uses() {
  ToolUses uses;
  const std::string today = format_day(std::chrono::system_clock::now());
  tools_.take_uses([&](const KeptTool& tool) {
    uses.add({tool.name.toolbox, tool.name.server, tool.name.tool}, today, tool.uses);
  });
  has_uses_ = false;
  if (!uses.empty()) uses_->add(uses);
}

void CallStore::save_uses() {
  take_uses();
  uses_->save();
}

void CallStore::keep_uses(std::string file) {
  uses_file_ = std::move(file);
  if (host_ != nullptr) uses_.emplace(*host_, uses_file_);
}

void CallStore::tool_uses(MoveOnlyFunction<void(Json)> done) {
  if (host_ == nullptr) return;
  take_uses();
  uses_->report(std::move(done));
}

CallPage CallStore::calls(const CallQuery& query) const {
  CallPage page;
  if (host_ == nullptr) return page;
  page.ended = ring_->added();
  page.lost = query.own ? 0 : ring_->added() - ring_->size();
  add_ended(query, page);
  add_running(query, page);
  return page;
}

void CallStore::add_ended(const CallQuery& query, CallPage& page) const {
  const CallRing& ring = *ring_;
  const std::uint64_t oldest = ring.added() - ring.size();  // the number of calls that ended before it
  const std::size_t first = query.before == 0 ? 0 : ring.newer_than(query.before) + 1;
  std::size_t behind = query.after == 0 ? ring.size() : ring.newer_than(query.after);
  const std::uint64_t since = std::min(query.since.value_or(0), ring.added());
  behind = std::min<std::uint64_t>(behind, ring.added() - std::max(oldest, since));
  for (std::size_t newer = 0; newer != ring.size(); ++newer) {
    const KeptCall& call = ring.at(newer);
    if (!exists_for(call, query.own)) continue;
    ++page.kept;
    if (newer < first || newer >= behind || !matches(call, query.filter)) continue;
    if (page.calls.size() < query.limit) {
      page.calls.push_back(summary_of(call));
    } else {
      ++page.skipped;
    }
  }
  if (query.since && since < oldest && !query.own) page.skipped += oldest - since;
}

void CallStore::add_running(const CallQuery& query, CallPage& page) const {
  const auto now = std::chrono::system_clock::now();
  const RunningCall* running = running_.newest();
  for (; running != nullptr && page.running.size() < query.limit; running = running->older) {
    if (!exists_for(running->call, query.own) || !matches(running->call, query.filter)) continue;
    page.running.push_back(summary_of(copy_of(*running, now)));
  }
}

Result<Json> CallStore::find(std::uint64_t id, const std::optional<std::string>& own) const {
  const Error unknown{ErrorKind::not_found, "no call has this id, or it is not kept any more; ask for the calls again"};
  if (host_ == nullptr) return unknown;
  for (const RunningCall* running = running_.newest(); running != nullptr; running = running->older) {
    if (running->call.id != id || !exists_for(running->call, own)) continue;
    return whole(copy_of(*running, std::chrono::system_clock::now()));
  }
  const std::size_t newer = ring_->newer_than(id);
  if (newer == ring_->size() || !exists_for(ring_->at(newer), own)) return unknown;
  return whole(ring_->at(newer));
}

}  // namespace workbench::call_log
