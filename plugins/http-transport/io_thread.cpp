#include "io_thread.hpp"

#include <pthread.h>

#include <csignal>

namespace workbench::http {

IoThread::~IoThread() {
  context_.stop();
  if (thread_.joinable()) thread_.join();
}

asio::io_context& IoThread::context() {
  std::call_once(started_, [this] {
    // The new thread inherits the mask, so that signals are delivered to the host's thread.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  });
  return context_;
}

void IoThread::run() {
  ::pthread_setname_np(::pthread_self(), "http");
  context_.run();
}

}  // namespace workbench::http
