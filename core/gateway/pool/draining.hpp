#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <utility>

#include <workbench/host.hpp>

#include "base/process_limits.hpp"
#include "base/weak_handle.hpp"

namespace workbench::gateway {

/// Objects of an earlier configuration: held until their calls are answered and their processes have exited. A T has
/// drain(limit, drained), which ends it within `limit` and then calls `drained`. [loop thread]
template <typename T>
class Draining {
 public:
  /// `host` must outlive it.
  explicit Draining(Host& host) : host_(host) {}

  void add(std::shared_ptr<T> former) {
    const auto held = all_.insert(all_.end(), std::move(former));
    (*held)->drain(base::process_limits(host_).drain, [&host = host_, self = self_.handle(), held] {
      // Later, because this may be called by one of its own functions.
      host.loop().post([self, held] {
        if (Draining* const draining = self.get()) draining->all_.erase(held);
      });
    });
  }

  [[nodiscard]] std::size_t size() const { return all_.size(); }

  template <typename Function>
  void for_each(Function function) const {
    for (const std::shared_ptr<T>& former : all_) function(*former);
  }

 private:
  Host& host_;
  std::list<std::shared_ptr<T>> all_;
  const base::WeakHandleSource<Draining> self_{*this};
};

}  // namespace workbench::gateway
