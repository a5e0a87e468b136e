#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <workbench/any_factory.hpp>
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
///
/// An object has a kind, which is the interface that it implements. A kind that comes later than this class is
/// registered with add() like any other one, so this class, and the ABI, stay as they are.
class Registrar {
 public:
  /// An object that implements `T`, the interface of any kind:
  ///
  ///   registrar.add<Middleware>("stopwatch", {.make = construct<Middleware, Stopwatch>});
  ///
  /// A plugin is refused if the workbench does not have this kind. The functions below are the same for one kind each.
  template <typename T>
  void add(std::string_view name, FactoryOf<T> factory) {
    add_factory(name, AnyFactory::of<T>(std::move(factory)));
  }

  /// A server entry chooses it with `"transport": NAME`.
  void add_transport(std::string_view name, TransportFactory factory) { add<Transport>(name, std::move(factory)); }

  /// The properties file chooses it with `listeners`. Its options: `listener.NAME.OPTION`.
  void add_listener(std::string_view name, Factory<Listener> factory) { add<Listener>(name, std::move(factory)); }

  /// `toolFilters` entries of the form `SCHEME:text` use it. An entry without a scheme uses `wildcard` if it contains
  /// a `*` or `?`, else `name`.
  void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) {
    add<ToolFilter>(scheme, std::move(factory));
  }

  /// Clients call it by `name`. The properties file chooses it with `metaTools`, unless it is available by default.
  /// Its options: `metaTool.NAME.OPTION`.
  void add_meta_tool(std::string_view name, Factory<MetaTool> factory) { add<MetaTool>(name, std::move(factory)); }

  /// The properties file chooses it with `middleware`. Its options: `middleware.NAME.OPTION`.
  void add_middleware(std::string_view name, Factory<Middleware> factory) { add<Middleware>(name, std::move(factory)); }

  /// The properties file chooses it with `authenticators`. Its options: `authenticator.NAME.OPTION`.
  /// It cannot be named `oauth` or `uid`, with which the listener `http` begins the names of principals of its own.
  void add_authenticator(std::string_view name, Factory<Authenticator> factory) {
    add<Authenticator>(name, std::move(factory));
  }

  /// The properties file chooses it with `catalogReviews`. Its options: `catalogReview.NAME.OPTION`.
  void add_catalog_review(std::string_view name, Factory<CatalogReview> factory) {
    add<CatalogReview>(name, std::move(factory));
  }

  /// The plugin provides the extension `T` (see ExtensionId) to the plugins that ask for it, with an object that `make`
  /// makes at the first such call: at most once, after all plugins have been loaded. It is destroyed on the loop thread
  /// when the process ends, after the objects of all plugins that may use it. Null: it is not provided after all. A
  /// plugin is refused if another one provides the same extension. [startup]
  template <typename T>
  void provide(std::function<std::shared_ptr<T>(Host& host)> make) {
    provide_extension(T::kExtension,
                      [make = std::move(make)](Host& host) -> std::shared_ptr<void> { return make(host); });
  }

  /// See add(). [startup]
  virtual void add_factory(std::string_view name, AnyFactory factory) = 0;

  using MakeExtension = std::function<std::shared_ptr<void>(Host& host)>;
  /// See provide(). What `make` returns points to a `T`. `Host&`: the plugin's own host.
  virtual void provide_extension(ExtensionId id, MakeExtension make) = 0;

 protected:
  ~Registrar() = default;
};

}  // namespace workbench
