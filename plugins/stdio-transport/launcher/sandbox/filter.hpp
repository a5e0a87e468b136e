#pragma once

#include <linux/filter.h>

#include "kernel.hpp"

namespace launcher {

/// What the filter does with a system call that it does not simply let through.
struct FilterOptions {
  bool learns = false;  ///< nothing is refused, and whatever could have been is notified
  bool has_notification =
      true;              ///< false: calls that would be notified are let through, and others refused without a record
  int landlock_abi = 0;  ///< what Landlock does not do is notified or refused
  bool redirects_names =
      true;  ///< what a socket receives is notified, so that a program sees the nameserver that it asked
};

/// Makes the program of the filter, for this architecture; calls of any other fail. False: see errno. The program is
/// allocated once and stays.
bool make_filter(const FilterOptions& options, sock_fprog& program);

}  // namespace launcher
