#include "requests/advice_requests.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

#include "advice/advice.hpp"
#include "json/lookup.hpp"

namespace workbench::app {

void AdviceRequests::respond(const OperatorRequest& request, OperatorAnswer answer) {
  const auto advice = advice_for(json::member_characters(request.params, "message"));
  if (!advice) return answer(Error{ErrorKind::not_found, "this message is not known"});
  JsonWriter writer;
  writer.object().member("meaning", advice->meaning).member("remedy", advice->remedy).end();
  answer(std::move(writer).json());
}

}  // namespace workbench::app
