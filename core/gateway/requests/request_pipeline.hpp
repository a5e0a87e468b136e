#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <workbench/host.hpp>
#include <workbench/response.hpp>

#include <workbench/call_observer.hpp>
#include "base/client_request.hpp"
#include "base/weak_handle.hpp"

#include "gateway/requests/middleware_chain.hpp"
#include "gateway/requests/resource_links.hpp"
#include "gateway/requests/result_limits.hpp"
#include "gateway/requests/routed_request.hpp"
#include "gateway/requests/tasks/tasks.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// The way of a request of one workspace's clients to a server: every request of every kind passes the stages that
/// request_pipeline.cpp lists, in their order, and nothing else reaches a server (ForwardedRequest). [loop thread]
class RequestPipeline {
 public:
  /// The parts that the stages use. All of it must outlive the pipeline and its requests.
  struct Parts {
    Host& host;
    ToolboxSet& toolboxes;
    ResultLimits& result_limits;
    ResourceLinks& resource_links;
    MiddlewareChain middleware{};
    CallObserver* observer = nullptr;  ///< null: none
    Tasks* tasks = nullptr;            ///< null: clients know of no tasks
  };
  explicit RequestPipeline(Parts parts) : parts_(std::move(parts)) {}
  RequestPipeline(const RequestPipeline&) = delete;
  RequestPipeline& operator=(const RequestPipeline&) = delete;

  /// Carries out a request, or refuses it. The client is answered in every case; after a cancellation the request is
  /// dropped.
  void send(RoutedRequest&& routed);

 private:
  /// True: the request passes on to the next stage. False: the stage has answered it, or keeps it and passes it on
  /// later, with send(); `routed` must not be used any more.
  using Stage = bool (RequestPipeline::*)(RoutedRequest& routed);
  static const Stage kStages[];

  bool limit_result(RoutedRequest& routed);
  bool promise_task(RoutedRequest& routed);
  bool show_to_observer(RoutedRequest& routed);
  bool run_middleware(RoutedRequest& routed);
  bool refuse_what_names_nothing(RoutedRequest& routed);
  bool require_scopes(RoutedRequest& routed);
  bool open_toolbox(RoutedRequest& routed);
  bool find_server(RoutedRequest& routed);
  bool refuse_what_has_appeared(RoutedRequest& routed);
  bool keep_links(RoutedRequest& routed);
  bool agree_on_task(RoutedRequest& routed);
  bool forward(RoutedRequest& routed);

  [[nodiscard]] HasPolicy policy_of(const RoutedRequest& routed) const;
  [[nodiscard]] bool names_no_tool(const RoutedRequest& routed) const;
  void run_middleware_of_calls(RoutedRequest&& routed, HasPolicy policy);
  void run_middleware_of_requests(RoutedRequest&& routed, HasPolicy policy);
  static void pass_on(const base::WeakHandle<RequestPipeline>& self, ClientCall& passed, RoutedRequest&& kept);
  bool find_named_server(RoutedRequest& routed);
  bool find_server_with_tool(RoutedRequest& routed);
  void handle_no_server(RoutedRequest&& routed, const Error& reason);

  const Parts parts_;
  const base::WeakHandleSource<RequestPipeline> self_{*this};  // for requests that a stage keeps
};

}  // namespace workbench::gateway
