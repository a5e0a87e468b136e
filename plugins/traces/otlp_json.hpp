#pragma once

#include <string>
#include <vector>

#include <workbench/trace_sink.hpp>

#include "key_values.hpp"

namespace workbench::traces {

/// An ExportTraceServiceRequest in the JSON of OTLP (https://opentelemetry.io/docs/specs/otlp/, "JSON Protobuf
/// Encoding"): ids in hexadecimal, integers of 64 bits as strings, and names in lowerCamelCase. The contexts of the
/// spans must have been made by Traces. [any thread]
[[nodiscard]] std::string encode(const KeyValues& resource, const std::vector<SpanRecord>& spans);

}  // namespace workbench::traces
