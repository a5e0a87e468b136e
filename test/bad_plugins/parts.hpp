#pragma once

#include <memory>
#include <utility>

#include <workbench/plugin.hpp>

// Parts that do nothing, for plugins that are about something else.
namespace parts {

using namespace workbench;

class NoTransport final : public Transport {
 public:
  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override {
    return Error{ErrorKind::unavailable, "there is nothing behind " + server.name};
  }
};

inline TransportFactory no_transport() {
  return {.server_options = {{"path", OptionType::text, true, "Unused."}}, .make = construct_transport<NoTransport>};
}

class NoListener final : public Listener {
 public:
  Result<void> open(Accept) override { return {}; }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return true; }
};

class AdmitsAll final : public ToolFilter {
 public:
  bool admits(const Tool&) const override { return true; }
};

inline Result<std::unique_ptr<ToolFilter>> make_filter(std::string_view, Host&) {
  return std::unique_ptr<ToolFilter>(std::make_unique<AdmitsAll>());
}

class Echo final : public MetaTool {
 public:
  Json definition(const Toolboxes&, const ClientProfile&) const override {
    return Json(R"({"name":"echo","inputSchema":{"type":"object"}})");
  }
  void call(ToolCall call) override { call.result(ToolResult::text("echo")); }
};

class PassesOn final : public Middleware {
 public:
  void on_tool_call(const ToolIdentifier&, ToolCall call, Next next) override { next(std::move(call)); }
};

}  // namespace parts
