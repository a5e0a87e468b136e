#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/result.hpp>

#include "registry/kinds.hpp"

namespace workbench::registry {

/// The options of an object in the properties file. Valid as long as its registration.
struct ObjectOptions {
  const std::vector<OptionDescription>& descriptions;
  const std::function<std::vector<OptionError>(const Options&, Host&)>& check;
};

/// The registrations of one kind, as far as that needs no knowledge of its interface. [startup, loop thread]
class RegisteredKind {
 public:
  /// `kind` must outlive this.
  explicit RegisteredKind(const Kind& kind) : kind_(kind) {}
  RegisteredKind(const RegisteredKind&) = delete;
  RegisteredKind& operator=(const RegisteredKind&) = delete;
  virtual ~RegisteredKind() = default;

  [[nodiscard]] const Kind& kind() const { return kind_; }

  /// For messages, and for the configuration's vocabulary. Sorted, unless the kind keeps their order.
  [[nodiscard]] std::vector<std::string> names() const;

  /// The plugin that registered the name, or null.
  [[nodiscard]] const std::string* find_plugin_of(std::string_view name) const;

  /// Absent: nothing of this name is registered, or its kind has no options in the properties file.
  [[nodiscard]] virtual std::optional<ObjectOptions> find_options(std::string_view name) const = 0;

  /// The options for the object of this name; the first call's options count. Without them it is made with none.
  void set_options(std::string_view name, Options options);

  virtual void destroy_objects() = 0;
  /// Forgets what was registered. There must be no objects.
  virtual void clear() { registrations_.clear(); }

 protected:
  /// The name gets the next number, from 0 on.
  void add_name(std::string name, std::string plugin);
  [[nodiscard]] std::optional<std::size_t> find_number(std::string_view name) const;
  [[nodiscard]] const Options& options_for(std::string_view name) const;
  [[nodiscard]] Error not_registered(std::string_view name) const;

 private:
  struct Registration {
    std::string name;
    std::string plugin;
  };

  const Kind& kind_;
  std::vector<Registration> registrations_;
  std::map<std::string, Options, std::less<>> options_;
};

}  // namespace workbench::registry
