#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <workbench/client_call.hpp>
#include <workbench/json.hpp>

namespace workbench {

/// What a request names: where it goes, and what of that it is about.
struct RequestTarget {
  std::string toolbox;
  std::string server;
  /// By the server's own name: the prompt of `prompts/get`, the URI of `resources/read`, the prompt's name or the URI
  /// template that `completion/complete` refers to, the task id of `tasks/...`. Empty: a vendor's method.
  std::string name;
};

/// One request of a client to a server that is not a tool call: see Middleware::on_request(). [loop thread]
class MethodCall : public ClientCall {
 public:
  /// For the host.
  MethodCall(detail::OwnedSlot request, std::string method, RequestTarget target, Json params, Host& host)
      : ClientCall(std::move(request), host),
        method_(std::move(method)),
        target_(std::move(target)),
        params_(std::move(params)) {}

  /// `prompts/get`, say. Valid as long as this object, and so are target() and params().
  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] const RequestTarget& target() const { return target_; }

  /// The `params` that the server is sent: an object, or absent. Without `_meta`, `inputResponses` and `requestState`,
  /// which the host writes for the server's era (Caller::meta() has those of the client); what it names has the
  /// server's own names. Values are to the byte as the client wrote them.
  [[nodiscard]] const Json& params() const { return params_; }

  /// Replaces the params, with an object or absent. The request still goes to target(); what the new params name is not
  /// compared with it, because the server judges it.
  void set_params(Json params) { params_ = std::move(params); }

  /// Answers with the result object of the method, as a server would for the client's revision; what every modern
  /// result carries is added. What is not a JSON object is answered with an internal error that names the plugin.
  void result(Json object) {
    if (is_answerable()) extract()->plugin_result(std::move(object));
  }

  /// For the host: takes the parts out of the request.
  [[nodiscard]] std::string release_method() { return std::move(method_); }
  [[nodiscard]] RequestTarget release_target() { return std::move(target_); }
  [[nodiscard]] Json release_params() { return std::exchange(params_, {}); }

 private:
  std::string method_;
  RequestTarget target_;
  Json params_;
};

}  // namespace workbench
