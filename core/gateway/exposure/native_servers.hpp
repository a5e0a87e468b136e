#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/move_only_function.hpp>

#include "gateway/toolboxes/toolbox.hpp"
#include "protocol/cache_hint.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {

/// The servers whose lists clients see natively, in the order of the configuration, and how far their catalogs are
/// known. Functions are called with a Toolbox& and a servers::Server& of it. [loop thread]
class NativeServers {
 public:
  /// The toolboxes whose servers they are.
  enum class Of {
    all_toolboxes,
    toolboxes_with_content,
  };

  /// The effect on a toolbox whose servers are started for their lists.
  enum class Learning {
    opens_toolboxes,
    leaves_toolboxes_as_they_are,
  };

  /// `toolboxes` must outlive it.
  NativeServers(const std::vector<std::unique_ptr<Toolbox>>& toolboxes, Of of, Learning learning)
      : toolboxes_(toolboxes), of_(of), learning_(learning) {}

  template <typename Function>
  void for_each(Function function) const {
    for (Toolbox* toolbox : toolboxes()) {
      for (const auto& server : toolbox->servers()) function(*toolbox, *server);
    }
  }
  template <typename Predicate>
  [[nodiscard]] bool any(Predicate predicate) const {
    bool is_there = false;
    for_each([&](const Toolbox&, const servers::Server& server) { is_there = is_there || predicate(server); });
    return is_there;
  }
  [[nodiscard]] bool empty() const {
    return !any([](const servers::Server&) { return true; });
  }

  /// Whether nothing more can be learned of any of them without starting a server again that has failed.
  [[nodiscard]] bool is_all_known() const {
    return !any(
        [](const servers::Server& server) { return !server.catalog().is_known() && !server.status().failure(); });
  }

  /// Reads what is known of them from earlier runs; starts nothing.
  void recall() const;

  /// Starts the servers of which more is wanted than is known, together; `known` is called once, perhaps at once, when
  /// each has been reached, has failed or has taken too long to be waited for. See Toolbox::open().
  void learn(Toolbox::Retry retry, Toolbox::Wanted wanted, MoveOnlyFunction<void()> known) const;

  /// For how long clients may keep their lists of this kind together: the least of what the servers that have some say.
  /// Not at all if one does not say, could not be reached or is still starting, or none has any.
  [[nodiscard]] protocol::CacheHint cache_hint(protocol::ListKind kind) const;

  /// Which of them could not be reached, and why, and which are still starting, for the text of an error; empty:
  /// neither occurs.
  [[nodiscard]] std::string missing(std::string_view separator) const;

  /// Why what a server lists under this name, its own or (of tools) its native one in some mode, is withheld, for the
  /// text of an error that the name is unknown: `; it is withheld by a review; ...`. Empty: nothing of this name is.
  [[nodiscard]] std::string withheld(protocol::ListKind kind, std::string_view name) const;

 private:
  [[nodiscard]] std::vector<Toolbox*> toolboxes() const;

  const std::vector<std::unique_ptr<Toolbox>>& toolboxes_;
  const Of of_;
  const Learning learning_;
};

}  // namespace workbench::gateway
