#include "line_writer.hpp"

#include <pthread.h>

#include <string>
#include <system_error>
#include <utility>

#include <workbench/signals_blocked.hpp>

#include "line_queue.hpp"

namespace workbench::call_log {

LineWriter::LineWriter(std::unique_ptr<Destination> destination, Host& host)
    : queue_(std::make_shared<LineQueue>(std::move(destination), host)) {}

LineWriter::~LineWriter() {
  if (thread_.joinable()) {
    if (queue_->end(kMaxWait)) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }
  queue_->report_loss();
  queue_->detach_host();
}

void LineWriter::write(CallRecord&& record) {
  if (!thread_.joinable()) {
    try {
      const SignalsBlocked blocked;
      thread_ = std::thread([queue = queue_] {
        ::pthread_setname_np(::pthread_self(), "call-log");
        queue->run(kBatchWindow);
      });
    } catch (const std::system_error& error) {
      return queue_->lose(1, std::string("no thread can be started: ") + error.what());
    }
  }
  queue_->add(std::move(record), kMaxWaitingBytes);
}

}  // namespace workbench::call_log
