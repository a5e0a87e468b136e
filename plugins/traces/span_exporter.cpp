#include "span_exporter.hpp"

#include <pthread.h>

#include <algorithm>
#include <exception>
#include <future>
#include <system_error>
#include <utility>

#include <workbench/signals_blocked.hpp>

#include "collector_answer.hpp"
#include "otlp_json.hpp"

namespace workbench::traces {
namespace {

constexpr int kMaxAttempts = 6;
constexpr std::chrono::milliseconds kFirstWait{1'000};
constexpr std::chrono::milliseconds kMaxWait{60'000};

/// How long the thread may take to notice that its post was cancelled.
constexpr std::chrono::milliseconds kTimeToCancel{200};

}  // namespace

/// What the thread needs.
struct SpanExporter::Shared {
  Shared(Host& host, const ExportSettings& settings, std::unique_ptr<http::Poster> sender)
      : resource(settings.resource),
        json(host.json()),
        queue(settings.batches),
        tally(host),
        poster(std::move(sender)) {}

  void run() {
    while (true) {
      const std::vector<SpanRecord> batch = queue.take();
      if (batch.empty()) break;
      send(batch);
    }
    has_ended.set_value();
  }

  void send(const std::vector<SpanRecord>& batch) {
    try {
      send_until_taken(batch);
    } catch (const std::exception& exception) {  // out of memory
      tally.add_failed(batch.size(), exception.what());
    }
  }

  // While the workbench ends, nothing is sent twice.
  void send_until_taken(const std::vector<SpanRecord>& batch) {
    const std::string body = encode(resource, batch);
    std::chrono::milliseconds wait = kFirstWait;
    for (int attempt = 1;; ++attempt, wait = std::min(2 * wait, kMaxWait)) {
      const CollectorAnswer answer = read_answer(poster->post(body, is_cancelled), batch.size(), json);
      const bool is_last = !answer.may_repeat || attempt == kMaxAttempts || queue.is_ending() || answer.wait > kMaxWait;
      if (is_last || !queue.pause(std::max(answer.wait, wait))) return count(answer, batch.size());
    }
  }

  void count(const CollectorAnswer& answer, std::size_t spans) {
    tally.add_exported(spans - answer.lost);
    if (answer.lost > 0) tally.add_failed(answer.lost, answer.reason);
  }

  const KeyValues resource;
  const JsonAccess& json;
  SpanQueue queue;
  SpanTally tally;
  const std::unique_ptr<http::Poster> poster;
  std::atomic<bool> is_cancelled = false;
  std::promise<void> has_ended;
};

SpanExporter::SpanExporter(Host& host, const ExportSettings& settings, std::unique_ptr<http::Poster> poster)
    : shared_(std::make_shared<Shared>(host, settings, std::move(poster))) {}

SpanExporter::~SpanExporter() {
  shared_->queue.begin_end();
  if (thread_.joinable()) {
    auto ended = shared_->has_ended.get_future();
    if (ended.wait_for(kMaxFlush) != std::future_status::ready) shared_->is_cancelled = true;
    if (ended.wait_for(kTimeToCancel) == std::future_status::ready) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }
  shared_->tally.detach_host();
}

void SpanExporter::start() {
  const SignalsBlocked blocked;
  thread_ = std::thread([shared = shared_] {
    ::pthread_setname_np(::pthread_self(), "traces");
    shared->run();
  });
}

void SpanExporter::add(SpanRecord&& span) {
  try {
    if (!thread_.joinable()) start();
    if (!shared_->queue.add(std::move(span))) shared_->tally.add_dropped(1);
  } catch (const std::exception&) {  // no thread, or no memory
    shared_->tally.add_dropped(1);
  }
}

SpanTally::Counts SpanExporter::counts() const {
  return shared_->tally.counts();
}

}  // namespace workbench::traces
