#include "commands/approvals/operated_workbench.hpp"

#include <optional>
#include <utility>

#include "json/lookup.hpp"
#include "operator/operator_client.hpp"
#include "process/shared_socket.hpp"

namespace workbench::app {

Result<Json> OperatedWorkbench::request(std::string_view method, const Json& params) const {
  auto socket = connect_to_socket(socket_.path);
  if (!socket) return socket.error();
  return request_as_operator(*std::move(socket), method, params);
}

std::string OperatedItem::id() const {
  return json::member_characters(item, "id");
}

OperatedWorkbenches::OperatedWorkbenches() {
  for (OperatorSocketFile& socket : operator_sockets()) workbenches_.emplace_back(std::move(socket));
}

OperatedItems OperatedWorkbenches::waiting() const {
  return items("workbench/approvals", "waiting");
}

OperatedItems OperatedWorkbenches::standing() const {
  return items("workbench/approvals/standing", "standing");
}

OperatedItems OperatedWorkbenches::items(std::string_view method, std::string_view member) const {
  OperatedItems items;
  for (const OperatedWorkbench& workbench : workbenches_) {
    const auto result = workbench.request(method);
    if (!result) {
      const Error failure = result.error().within("the workbench of process " + workbench.name());
      if (failure.kind != ErrorKind::unavailable) items.failures.push_back(failure);
      continue;
    }
    for (Json& item : json::elements(json::member(*result, member))) {
      items.found.push_back({&workbench, std::move(item)});
    }
  }
  return items;
}

Result<OperatedItem> item_of(const std::vector<OperatedItem>& items, std::string_view text) {
  std::optional<OperatedItem> found;
  for (const OperatedItem& one : items) {
    const std::string id = one.id();
    if (id == text) return one;
    if (text.empty() || !id.starts_with(text)) continue;
    if (found) {
      return Error{ErrorKind::invalid_argument,
                   "several ids begin with \"" + std::string(text) + "\"; write more of the one that is meant"};
    }
    found = one;
  }
  if (found) return *found;
  return Error{ErrorKind::not_found, "nothing waits under the id \"" + std::string(text) +
                                         "\": it was answered, has expired, or its workbench has ended"};
}

}  // namespace workbench::app
