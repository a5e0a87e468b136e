#pragma once

#include <string_view>

#include <workbench/authenticator.hpp>
#include <workbench/factory.hpp>
#include <workbench/listener.hpp>
#include <workbench/meta_tool.hpp>
#include <workbench/middleware.hpp>
#include <workbench/tool_filter.hpp>
#include <workbench/transport.hpp>

namespace workbench {

/// A plugin registers what it provides with this while it is loaded. Names are lower-case letters, digits and hyphens
/// (meta-tools: underscores too) and unique over all plugins. A plugin with a name that is empty, malformed or taken is
/// refused, and so is one with an option whose name is empty or described twice. Factories are called after all plugins
/// have been loaded. [startup]
class Registrar {
 public:
  /// A server entry chooses it with `"transport": NAME`.
  virtual void add_transport(std::string_view name, TransportFactory factory) = 0;

  /// The properties file chooses it with `listeners`. Its options: `listener.NAME.OPTION`.
  virtual void add_listener(std::string_view name, Factory<Listener> factory) = 0;

  /// `toolFilters` entries of the form `SCHEME:text` use it. An entry without a scheme uses `wildcard` if it contains
  /// a `*` or `?`, else `name`.
  virtual void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) = 0;

  /// Clients call it by `name`. The properties file chooses it with `metaTools`, unless it is available by default.
  /// Its options: `metaTool.NAME.OPTION`.
  virtual void add_meta_tool(std::string_view name, Factory<MetaTool> factory) = 0;

  /// The properties file chooses it with `middleware`. Its options: `middleware.NAME.OPTION`.
  virtual void add_middleware(std::string_view name, Factory<Middleware> factory) = 0;

  /// The properties file chooses it with `authenticators`. Its options: `authenticator.NAME.OPTION`.
  /// It cannot be named `oauth` or `uid`, with which the listener `http` begins the names of principals of its own.
  virtual void add_authenticator(std::string_view name, Factory<Authenticator> factory) = 0;

 protected:
  ~Registrar() = default;
};

}  // namespace workbench
