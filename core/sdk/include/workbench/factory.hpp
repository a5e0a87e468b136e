#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/result.hpp>

namespace workbench {

class ToolFilter;
class Transport;

namespace detail {
/// What construct<Base, Class> checks of `Class` while it is compiled; each Base may say.
template <typename Base, typename Class>
struct MakeCheck {};
}  // namespace detail

/// How the host makes an object of a plugin that implements `T`: of every kind but transports and tool filters. The
/// host calls these functions, and destroys the object on the loop thread while the loop still exists. All `Host&`: the
/// plugin's own host, valid until the process has exited.
template <typename T>
struct Factory {
  /// The options that it understands, as `KIND.NAME.OPTION` in the properties file (`listener.http.port`). The host
  /// checks their names and types.
  std::vector<OptionDescription> options = {};

  /// Returns everything that is wrong with `options`, as far as that can be found out without effects; files that they
  /// name may be read. Called for `--check` and before `make`. Empty: nothing further is checked. [startup]
  std::function<std::vector<OptionError>(const Options& options, Host& host)> check = {};

  /// Makes the object, once, if the configuration uses it. That has no effect outside the object: no thread, no socket,
  /// no output. construct<> is right for most classes. An Error, whose message says what to do, refuses to start.
  /// [startup]
  std::function<Result<std::unique_ptr<T>>(const Options& options, Host& host)> make = {};
};

/// The keys of a server entry that belong to the host, whatever its transport: no transport can have an option of
/// these names.
inline constexpr std::array<std::string_view, 16> kHostServerKeys{
    "transport",     "type",       "toolFilters", "disabled", "envFile", "startTimeoutMs",
    "callTimeoutMs", "idleStopMs", "protocol",    "share",    "tools",   "maxResultTokens",
    "clientInfo",    "requires",   "approve",     "labels"};

/// How the host makes a transport. One object serves all servers that name it.
struct TransportFactory {
  /// The keys that a server entry may have for this transport. The host checks their names and types.
  std::vector<OptionDescription> server_options = {};

  /// Returns everything that is wrong with the keys of one server entry, as far as that can be found out without
  /// effects. A message must not contain the value of an option, which may be a secret. Empty: nothing further is
  /// checked. [startup]
  std::function<std::vector<OptionError>(const Options& server_options, Host& host)> check = {};

  /// Makes the transport when the first server needs it; as Factory::make. [loop thread]
  std::function<Result<std::unique_ptr<Transport>>(Host& host)> make = {};
};

/// Makes the filter for one entry of `toolFilters`, from the text after its scheme. [startup, loop thread]
/// invalid_argument: the text is not valid; the message says what would be.
using ToolFilterFactory = std::function<Result<std::unique_ptr<ToolFilter>>(std::string_view text, Host& host)>;

namespace detail {
template <typename T>
struct FactoryType {
  using Type = Factory<T>;
};
template <>
struct FactoryType<Transport> {
  using Type = TransportFactory;
};
template <>
struct FactoryType<ToolFilter> {
  using Type = ToolFilterFactory;
};
}  // namespace detail

/// The factory of objects that implement `T`, the interface of a kind.
template <typename T>
using FactoryOf = typename detail::FactoryType<T>::Type;

/// A `make` for `Class`, which implements `Base` and is constructed from (const Options&, Host&), from (Host&) or from
/// nothing:
///
///   registrar.add_middleware("stopwatch", {.make = construct<Middleware, Stopwatch>});
template <typename Base, typename Class>
[[nodiscard]] Result<std::unique_ptr<Base>> construct(const Options& options, Host& host) {
  static_cast<void>(detail::MakeCheck<Base, Class>());
  if constexpr (std::is_constructible_v<Class, const Options&, Host&>) {
    return std::unique_ptr<Base>(std::make_unique<Class>(options, host));
  } else if constexpr (std::is_constructible_v<Class, Host&>) {
    return std::unique_ptr<Base>(std::make_unique<Class>(host));
  } else {
    static_assert(std::is_default_constructible_v<Class>);
    return std::unique_ptr<Base>(std::make_unique<Class>());
  }
}

/// The same for a transport, which is constructed from (Host&) or from nothing.
template <typename Class>
[[nodiscard]] Result<std::unique_ptr<Transport>> construct_transport(Host& host) {
  return construct<Transport, Class>(Options(), host);
}

}  // namespace workbench
