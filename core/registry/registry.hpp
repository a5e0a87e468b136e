#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/registrar.hpp>

#include "registry/guarded_tool_filter.hpp"

namespace workbench::registry {

/// A plugin that is not taken in. what() is one sentence: the file, what it is, what was expected, what to do.
class PluginRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A plugin that was taken in, and what it brought, each list in the order of registration.
struct PluginRecord {
  std::string name;
  std::string version;
  std::filesystem::path file;
  std::vector<std::string> transports;
  std::vector<std::string> listeners;
  std::vector<std::string> tool_filters;
  std::vector<std::string> meta_tools;
};

/// Finds, checks, loads and holds plugins and what they register. What it hands out is guarded: an exception out of a
/// plugin becomes an internal Error that names the plugin (a tool filter that throws, having no room for an Error,
/// admits nothing). Everything it hands out lives as long as the registry, which must outlive every object that a
/// plugin made. [startup] for load, [loop thread] for the rest.
class Registry {
 public:
  Registry();
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// Loads the plugins in the order of `names`. A name is looked for as NAME.so in the folders of `path`, in order; a
  /// name with a slash is a file. Throws PluginRefused at the first that is missing or unfit.
  void load(const std::vector<std::string>& names, const std::vector<std::filesystem::path>& path);

  /// Destroys everything that plugins registered, and with it what they have running (threads, say). To be called while
  /// the Host that they were given is still there; nothing can be found any more.
  void dismiss();

  [[nodiscard]] const std::vector<PluginRecord>& plugins() const;  ///< in the order of loading

  [[nodiscard]] Transport* find_transport(std::string_view name) const;
  [[nodiscard]] Listener* find_listener(std::string_view name) const;
  [[nodiscard]] const GuardedToolFilterFactory* find_tool_filter(std::string_view scheme) const;
  [[nodiscard]] MetaTool* find_meta_tool(std::string_view name) const;

  /// Sorted names, for messages and for the configuration's vocabulary.
  [[nodiscard]] std::vector<std::string> transport_names() const;
  [[nodiscard]] std::vector<std::string> listener_names() const;
  [[nodiscard]] std::vector<std::string> tool_filter_schemes() const;
  /// In the order of registration, which is the order in which clients see them.
  [[nodiscard]] std::vector<std::string> meta_tool_names() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace workbench::registry
