#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/listener.hpp>
#include <workbench/meta_tool.hpp>
#include <workbench/result.hpp>
#include <workbench/tool_filter.hpp>
#include <workbench/transport.hpp>

namespace workbench {

/// Makes the filter for one entry of `toolFilters`, from the text behind its scheme.
/// invalid_argument: the text makes no sense; the message says what would.
using ToolFilterFactory = std::function<Result<std::unique_ptr<ToolFilter>>(std::string_view text)>;

/// What a plugin registers into while it is loaded. Names are lower-case letters, digits and hyphens (meta-tools:
/// underscores too) and unique over all plugins; a name that is empty, malformed or taken refuses the whole plugin.
/// Nothing registered is used before all plugins are loaded. [startup]
class Registrar {
 public:
  /// A server entry chooses it with `"transport": NAME`.
  virtual void add_transport(std::string_view name, std::unique_ptr<Transport> transport) = 0;

  /// The properties file chooses it with `listeners`.
  virtual void add_listener(std::string_view name, std::unique_ptr<Listener> listener) = 0;

  /// `toolFilters` entries of the form `SCHEME:text` go to it. An entry without a scheme goes to `wildcard` if it has
  /// a `*` or `?`, else to `name`.
  virtual void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) = 0;

  /// Offered to every client under `name`.
  virtual void add_meta_tool(std::string_view name, std::unique_ptr<MetaTool> meta_tool) = 0;

 protected:
  ~Registrar() = default;
};

}  // namespace workbench
