// Registers an object under the name of a kind whose interface it does not have.

#include "parts.hpp"

namespace {

class Middleman {
 public:
  static constexpr std::string_view kKindName = workbench::Middleware::kKindName;
  virtual ~Middleman() = default;
};

void register_plugin(workbench::Registrar& registrar) {
  registrar.add<Middleman>("broker", {.make = workbench::construct<Middleman, Middleman>});
}

}  // namespace

WORKBENCH_PLUGIN("mistaken-kind", "1.0.0", register_plugin);
