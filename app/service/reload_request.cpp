#include "service/reload_request.hpp"

#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "requests/server_params.hpp"

namespace workbench::app {

void ReloadRequest::respond(const OperatorRequest& request, OperatorAnswer answer) {
  if (!request.from.sees_everything()) return answer(only_for_everything());
  const Reload::Report report = reload_.run_for_operator();
  service_.reload_listeners();
  JsonWriter writer;
  writer.object().member("outcome", report.outcome).key("messages").array();
  for (const std::string& message : report.messages) writer.string(message);
  answer(std::move(writer.end().end()).json());
}

}  // namespace workbench::app
