#include "sandbox.hpp"

#include <linux/seccomp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "capabilities.hpp"
#include "files.hpp"
#include "filter.hpp"
#include "made_folders.hpp"
#include "temporary_folder.hpp"

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

namespace launcher {

Sandbox::~Sandbox() {
  if (answering_ != nullptr) answering_->~CallAnswering();
  std::free(answering_);
}

bool Sandbox::fail(const char* what, int error) {
  records_.sandbox_failed(what, error);
  return false;
}

bool Sandbox::prepare(char* lines) {
  if (const char* wrong = read_policy(lines, policy_)) {
    char what[160];
    std::snprintf(what, sizeof what, "policy line '%.100s'", wrong);
    return fail(what, EINVAL);
  }
  const char* planted = policy_.paths.find_planted(policy_.paths);
  if (planted == nullptr) planted = policy_.sockets.find_planted(policy_.paths);
  if (planted != nullptr) {
    char what[300];
    std::snprintf(what, sizeof what, "a link that the server may have made: '%.200s'", planted);
    return fail(what, ELOOP);
  }
  if (!check_kernel()) return false;
  if (policy_.temporary != nullptr) {
    if (mkdir(policy_.temporary, 0700) != 0) return fail("temporary folder", errno);
    has_temporary_ = true;
  }
  for (const char* folder : policy_.folders) make_folder(folder);
  if (kernel_.landlock_abi > 0 && !policy_.learns) {
    file_rules_ = make_file_rules(policy_.paths, kernel_.landlock_abi);
    if (file_rules_ < 0) return fail("Landlock rules", errno);
  }
  const FilterOptions options{policy_.learns, kernel_.has_notification, kernel_.landlock_abi, true};
  if (!make_filter(options, filter_)) return fail("seccomp filter", errno);
  events_ = epoll_create1(EPOLL_CLOEXEC);
  return events_ >= 0 || fail("epoll", errno);
}

bool Sandbox::check_kernel() {
  kernel_ = find_kernel_facts();
  if (policy_.max_landlock_abi >= 0 && policy_.max_landlock_abi < kernel_.landlock_abi) {
    kernel_.landlock_abi = policy_.max_landlock_abi;
  }
  kernel_.has_notification = kernel_.has_notification && policy_.has_notification;
  // Both are looked at, so that both are said.
  const bool has_files = is_enforceable(kernel_.landlock_abi > 0, "files: this kernel has no Landlock");
  const bool has_network = is_enforceable(
      kernel_.has_notification, "network: this kernel does not notify system calls, or a container forbids it");
  return has_files && has_network;
}

bool Sandbox::is_enforceable(bool is_available, const char* what) {
  if (is_available) return true;
  if (!policy_.is_best_effort) return fail(what, ENOSYS);
  records_.unconfined(what);
  return true;
}

// In this order: each step would forbid those before it.
const char* Sandbox::enter() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
  if (!policy_.learns && !drop_capabilities_of_server()) return "capabilities";
  if (file_rules_ >= 0 && landlock::restrict_self(file_rules_) != 0) return "landlock_restrict_self";
  unsigned long flags = 0;
  if (kernel_.has_notification) flags |= SECCOMP_FILTER_FLAG_NEW_LISTENER;
  if (kernel_.has_notification && kernel_.waits_killable) flags |= SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
  const long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter_);
  if (result < 0) return "seccomp";
  if (kernel_.has_notification) listener_ = static_cast<int>(result);
  return nullptr;
}

bool Sandbox::begin_to_answer() {
  drop_capabilities_of_launcher();
  if (listener_ < 0) return true;
  void* memory = std::malloc(sizeof(CallAnswering));
  if (memory == nullptr) return false;
  answering_ = new (memory) CallAnswering(policy_, denials_, listener_, events_, kernel_.landlock_abi, file_rules_);
  return answering_->begin();
}

void Sandbox::handle() {
  if (answering_ != nullptr) answering_->handle();
}

int Sandbox::timeout() const {
  return answering_ == nullptr ? -1 : answering_->timeout();
}

void Sandbox::end() {
  if (has_temporary_) remove_tree(policy_.temporary);
}

}  // namespace launcher
