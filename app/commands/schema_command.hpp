#pragma once

#include "commands/command.hpp"

namespace workbench::app {

/// `schema`: writes the JSON Schema of the toolboxes file, with the options of the transports that the loaded plugins
/// register. For packages, and for editors where other plugins are loaded.
class SchemaCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"schema", "", "Write the JSON Schema of the toolboxes file, for editors, to stdout"};
  }
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

}  // namespace workbench::app
