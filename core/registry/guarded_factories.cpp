#include "registry/guarded_factories.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <workbench/listener_console.hpp>
#include <workbench/listener_inspection.hpp>

#include "registry/factory_guard.hpp"
#include "registry/guarded_authenticator.hpp"
#include "registry/guarded_calls.hpp"
#include "registry/guarded_catalog_review.hpp"
#include "registry/guarded_connection.hpp"
#include "registry/guarded_logins.hpp"

namespace workbench::registry {
namespace {

void require_not_the_hosts(const std::vector<OptionDescription>& options) {
  for (const OptionDescription& option : options) {
    if (std::find(kHostServerKeys.begin(), kHostServerKeys.end(), option.name) == kHostServerKeys.end()) continue;
    throw std::invalid_argument("describes the option '" + option.name + "', which is a key of every server entry");
  }
}

class GuardedTransport final : public Transport {
 public:
  GuardedTransport(PluginObject object, PluginHost& host, std::unique_ptr<Transport> transport)
      : object_(std::move(object)), host_(host), transport_(std::move(transport)) {}

  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override {
    return GuardedConnection::make(object_, host_, [&] { return transport_->connect(server); });
  }

  // Its servers can be used without logins, so a failure is only logged.
  ServerLogins* logins() override {
    try {
      ServerLogins* const logins = transport_->logins();
      if (logins == nullptr) return nullptr;
      if (!logins_) logins_.emplace(object_, host_, *logins);
      return &*logins_;
    } catch (...) {
      host_.log(LogLevel::error, {}, failure_of_current_exception(object_).message);
      return nullptr;
    }
  }

 private:
  const PluginObject object_;
  PluginHost& host_;
  const std::unique_ptr<Transport> transport_;
  std::optional<GuardedLogins> logins_;  // absent: the plugin's transport was not asked for them, or has none
};

class GuardedListener final : public Listener, public ListenerInspection, public ListenerConsole {
 public:
  GuardedListener(PluginObject object, PluginHost& host, std::unique_ptr<Listener> listener)
      : object_(std::move(object)), host_(host), listener_(std::move(listener)) {}

  Result<void> open(Accept accept) override {
    try {
      return listener_->open([this, accept = std::move(accept)](AcceptedClient client) mutable {
        if (client.connection == nullptr) {
          return host_.log(LogLevel::error, {}, plugin_failure(object_, "accepted no connection").message);
        }
        auto connection = std::make_unique<GuardedConnection>(object_, host_, std::move(client.connection));
        client.check_arguments = connection->guard(std::move(client.check_arguments));
        client.connection = std::move(connection);
        const PluginScope::HostEntry entry;
        accept(std::move(client));
      });
    } catch (...) {
      return failure_of_current_exception(object_);
    }
  }

  void close() noexcept override { listener_->close(); }

  // A file whose name is not known cannot be watched, so a failure is only logged.
  std::vector<std::string> files() const override {
    try {
      return listener_->files();
    } catch (...) {
      host_.log(LogLevel::error, {}, failure_of_current_exception(object_).message);
      return {};
    }
  }

  Result<void> reload() override {
    try {
      return listener_->reload();
    } catch (...) {
      return failure_of_current_exception(object_);
    }
  }

  bool ends_with_its_client() const noexcept override { return listener_->ends_with_its_client(); }

  /// A listener that cannot be inspected has nothing to report.
  void inspect(const std::vector<std::string>& toolboxes, Done done) override {
    auto* const inspection = dynamic_cast<ListenerInspection*>(listener_.get());
    if (inspection == nullptr) return done({});
    const auto shared = std::make_shared<Done>(std::move(done));
    try {
      inspection->inspect(toolboxes, [shared](ListenerReport report) {
        if (auto once = std::exchange(*shared, {})) once(std::move(report));
      });
    } catch (...) {
      const Error failure = failure_of_current_exception(object_);
      if (auto once = std::exchange(*shared, {})) once({{}, {{failure.message, "report it to its author", true}}});
    }
  }

  Result<std::string> console_url() override {
    auto* const console = dynamic_cast<ListenerConsole*>(listener_.get());
    if (console == nullptr) return Error{ErrorKind::unavailable, "this listener has no console"};
    try {
      return console->console_url();
    } catch (...) {
      return failure_of_current_exception(object_);
    }
  }

 private:
  const PluginObject object_;
  PluginHost& host_;
  const std::unique_ptr<Listener> listener_;
};

}  // namespace

Result<bool> GuardedToolFilter::admits(const Tool& tool) const {
  try {
    return filter_->admits(tool);
  } catch (...) {
    return failure_of_current_exception(object_);
  }
}

GuardedToolFilterFactory guard_factory(PluginObject object, PluginHost& host, ToolFilterFactory factory) {
  require_make(static_cast<bool>(factory));
  return [object = std::move(object), &host,
          factory = std::move(factory)](std::string_view text) -> Result<std::unique_ptr<GuardedToolFilter>> {
    try {
      auto filter = factory(text, host);
      if (!filter) return filter.error();
      if (*filter == nullptr) return plugin_failure(object, "made neither a filter nor an error");
      return std::make_unique<GuardedToolFilter>(object, *std::move(filter));
    } catch (...) {
      return failure_of_current_exception(object);
    }
  };
}

TransportFactory guard_factory(PluginObject object, PluginHost& host, TransportFactory factory) {
  require_make(static_cast<bool>(factory.make));
  require_sound(factory.server_options);
  require_not_the_hosts(factory.server_options);
  TransportFactory guarded;
  guarded.server_options = std::move(factory.server_options);
  guarded.check = guard_check(object, host, std::move(factory.check));
  guarded.make = [object = std::move(object), &host, make = std::move(factory.make)](Host&) {
    return make_guarded<Transport>(
        object, [&] { return make(host); },
        [&](std::unique_ptr<Transport> made) {
          return std::make_unique<GuardedTransport>(object, host, std::move(made));
        });
  };
  return guarded;
}

Factory<Listener> guard_factory(PluginObject object, PluginHost& host, Factory<Listener> factory) {
  return guard_options_and_make(
      std::move(object), host, std::move(factory),
      [](const PluginObject& made_by, PluginHost& its_host, std::unique_ptr<Listener> listener) {
        return std::make_unique<GuardedListener>(made_by, its_host, std::move(listener));
      });
}

Factory<MetaTool> guard_factory(PluginObject object, PluginHost& host, Factory<MetaTool> factory) {
  return guard_options_and_make(std::move(object), host, std::move(factory), &make_guarded_meta_tool);
}

Factory<Middleware> guard_factory(PluginObject object, PluginHost& host, Factory<Middleware> factory) {
  return guard_options_and_make(std::move(object), host, std::move(factory), &make_guarded_middleware);
}

Factory<Authenticator> guard_factory(PluginObject object, PluginHost& host, Factory<Authenticator> factory) {
  return guard_options_and_make(std::move(object), host, std::move(factory), &make_guarded_authenticator);
}

Factory<CatalogReview> guard_factory(PluginObject object, PluginHost& host, Factory<CatalogReview> factory) {
  return guard_options_and_make(std::move(object), host, std::move(factory), &make_guarded_catalog_review);
}

}  // namespace workbench::registry
