#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <workbench/authenticator.hpp>
#include <workbench/catalog_review.hpp>
#include <workbench/extension.hpp>
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

  /// The properties file chooses it with `catalogReviews`. Its options: `catalogReview.NAME.OPTION`.
  virtual void add_catalog_review(std::string_view name, Factory<CatalogReview> factory) = 0;

  /// The plugin provides the extension `T` (see ExtensionId) to whoever asks for it, with an object that `make` makes
  /// when that is asked for first: at most once, after all plugins have been loaded. It is destroyed on the loop thread
  /// when the process ends, after the objects of all plugins that may use it. Null: it is not provided after all. A
  /// plugin is refused if another one provides the same extension. [startup]
  template <typename T>
  void provide(std::function<std::shared_ptr<T>(Host& host)> make) {
    provide_extension(T::kExtension,
                      [make = std::move(make)](Host& host) -> std::shared_ptr<void> { return make(host); });
  }

  using MakeExtension = std::function<std::shared_ptr<void>(Host& host)>;
  /// See provide(). What `make` returns points to a `T`. `Host&`: the plugin's own host.
  virtual void provide_extension(ExtensionId id, MakeExtension make) = 0;

 protected:
  ~Registrar() = default;
};

}  // namespace workbench
