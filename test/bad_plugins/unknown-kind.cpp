// Registers an object of a kind that this workbench does not have, as a plugin for a later one may.

#include "parts.hpp"

namespace {

class Archive {
 public:
  static constexpr std::string_view kKindName = "archive";
  virtual ~Archive() = default;
};

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("of-its-own", parts::no_transport());
  registrar.add<Archive>("tape", {.make = workbench::construct<Archive, Archive>});
}

}  // namespace

WORKBENCH_PLUGIN("unknown-kind", "1.0.0", register_plugin);
