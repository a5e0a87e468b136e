#pragma once

// Hosts for tests of the core, which knows more limits than plugins do.

#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_host.hpp>

#include "base/process_limits.hpp"

namespace test_support {

/// A host of the SDK's tests, with the limits of the process.
template <typename TestHost>
class CoreHost : public TestHost, private workbench::base::CoreHost {
 public:
  using TestHost::TestHost;

  [[nodiscard]] const workbench::base::ProcessLimits& limits() const override { return changeable_limits; }
  [[nodiscard]] void* find_extension(workbench::ExtensionId id) override {
    if (id == workbench::base::CoreHost::kExtension) return static_cast<workbench::base::CoreHost*>(this);
    return TestHost::find_extension(id);
  }

  workbench::base::ProcessLimits changeable_limits;

 private:
  [[nodiscard]] const workbench::base::ProcessLimits& process_limits() const override { return changeable_limits; }
};

using CoreLoopHost = CoreHost<workbench::test::LoopHost>;
using CoreRecordingHost = CoreHost<workbench::test::RecordingHost>;

}  // namespace test_support
