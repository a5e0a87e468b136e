#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http-shared/poster.hpp"
#include "key_values.hpp"
#include "sampling.hpp"

namespace workbench::traces {

/// A variable of the environment; absent: it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// How many spans are sent together, and when.
struct BatchSettings {
  std::size_t max_waiting = 2048;            ///< `OTEL_BSP_MAX_QUEUE_SIZE`; more are dropped
  std::size_t max_bytes = 8U * 1024 * 1024;  ///< the same in bytes
  std::size_t batch = 512;                   ///< `OTEL_BSP_MAX_EXPORT_BATCH_SIZE`
  std::chrono::milliseconds delay{5'000};    ///< `OTEL_BSP_SCHEDULE_DELAY`; how long a span waits for others
};

/// Where spans are sent, and which.
struct ExportSettings {
  http::PostTarget target;
  KeyValues resource;  ///< the attributes of this process
  Sampling sampling;
  BatchSettings batches;
  std::vector<std::string> warnings;  ///< sentences about variables that are not used; without their values
};

/// Reads the variables as the specification of OpenTelemetry has them ("Environment Variable Specification", "OTLP
/// Exporter"). `endpoint`: `traces.otlp.endpoint`; empty: not set. Absent: nothing is to be traced.
/// invalid_argument: the endpoint is not an http or https URL; the message names its variable.
[[nodiscard]] std::optional<Result<ExportSettings>> read_export_settings(const std::string& endpoint,
                                                                         const Environment& environment);

/// Scheme, host and port of a URL, for the log: paths and user names may be secrets.
[[nodiscard]] std::string origin_of(const std::string& url);

}  // namespace workbench::traces
