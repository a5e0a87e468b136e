#include "proof_messages.hpp"

#include "proof.hpp"
#include "slices.hpp"

namespace soak {
ProofMessages::Response ProofMessages::respond(std::string_view message) const {
  const std::string_view id = id_of(message);
  const std::string_view method = method_of(message);
  if (id.empty() || method.empty()) return {};
  Response response = method == "tools/call" ? prove(message) : Response{};
  const std::string_view complete = is_modern_ ? R"("resultType":"complete","ttlMs":60000,"cacheScope":"public",)" : "";
  if (method == "tools/list") {
    response.text.append("{").append(complete).append(
        R"("tools":[{"name":"prove","description":"Proves which arguments have arrived.","inputSchema":)"
        R"({"type":"object","properties":{"nonce":{"type":"string"}},"required":["nonce"]}}]})");
  } else if (method == "ping") {
    response.text = "{}";
  } else if (method == "server/discover" && is_modern_) {
    response.text.append("{").append(complete).append(
        R"("supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":)"
        R"({"name":"proof","version":"1"}})");
  } else if (method == "initialize" && !is_modern_) {
    response.text =
        R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"proof","version":"1"}})";
  }
  const std::string before = R"({"jsonrpc":"2.0","id":)" + std::string(id);
  response.text = response.text.empty() ? before + R"(,"error":{"code":-32601,"message":"Method not found"}})"
                                        : before + ",\"result\":" + response.text + "}";
  return response;
}

ProofMessages::Response ProofMessages::prove(std::string_view message) const {
  static constexpr std::string_view kArguments = "\"arguments\":";
  const std::size_t begin = message.find(kArguments);
  if (begin == std::string_view::npos) return {};
  const std::string_view arguments = object_at_begin(message.substr(begin + kArguments.size()));
  Response response;
  response.delay = std::chrono::milliseconds(number_after(arguments, "\"waitMs\":"));
  if (is_modern_)
    response.text = R"({"resultType":"complete","content":[{"type":"text","text":")";
  else
    response.text = R"({"content":[{"type":"text","text":")";
  response.text.append(proof(name_, value_after(arguments, "\"nonce\":\"", "\""), digest_of(arguments),
                             number_after(arguments, "\"answerBytes\":")));
  response.text.append("\"}]}");
  return response;
}

}  // namespace soak
