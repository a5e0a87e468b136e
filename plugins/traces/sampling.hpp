#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::traces {

/// Which traces are recorded: `OTEL_TRACES_SAMPLER`. [any thread]
struct Sampling {
  double ratio = 1;            ///< of the traces that begin here
  bool follows_parent = true;  ///< a trace of a client is recorded if the client says so

  /// Whether nothing is ever recorded: then a client's context passes as it is.
  [[nodiscard]] bool is_off() const { return ratio <= 0 && !follows_parent; }

  /// `parent`: what the client has decided; absent: the trace begins here. `trace`: its id.
  [[nodiscard]] bool records(std::string_view trace, std::optional<bool> parent) const;

  friend bool operator==(const Sampling&, const Sampling&) = default;
};

/// Absent: there is no sampler of this name. `argument` is a number from 0 to 1, otherwise 1.
[[nodiscard]] std::optional<Sampling> parse_sampling(std::string_view name, const std::string& argument);

}  // namespace workbench::traces
