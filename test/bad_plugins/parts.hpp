#pragma once

#include <memory>
#include <utility>

#include <workbench/plugin.hpp>

// Parts that do nothing, for plugins that are about something else.
namespace parts {

using namespace workbench;

class NoTransport final : public Transport {
 public:
  std::vector<OptionDescription> options() const override { return {{"path", OptionType::text, true, "Unused."}}; }
  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server, Host&) override {
    return Error{ErrorKind::unavailable, "there is nothing behind " + server.name};
  }
};

class NoListener final : public Listener {
 public:
  std::vector<OptionDescription> options() const override { return {}; }
  Result<void> open(const Options&, Host&, Accept) override { return {}; }
  void close() noexcept override {}
  bool ends_with_its_client() const override { return true; }
};

class AdmitsAll final : public ToolFilter {
 public:
  bool admits(const Tool&) const override { return true; }
};

inline Result<std::unique_ptr<ToolFilter>> make_filter(std::string_view) {
  return std::unique_ptr<ToolFilter>(std::make_unique<AdmitsAll>());
}

class Echo final : public MetaTool {
 public:
  Json definition(const Toolboxes&, const ClientProfile&) const override {
    return Json(R"({"name":"echo","inputSchema":{"type":"object"}})");
  }
  void call(ToolCall call) override { call.result(ToolResult::text("echo")); }
};

}  // namespace parts
