#include "requests/who_request.hpp"

#include <unistd.h>

#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

#include "protocol/implementation.hpp"
#include "servers/login_text.hpp"

namespace workbench::app {
namespace {

std::string name_of_machine() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

void WhoRequest::respond(const OperatorRequest& request, OperatorAnswer answer) {
  const bool sees_everything = request.from.sees_everything();
  JsonWriter writer;
  writer.object().member("who", request.from.who).member("sees", sees_everything ? "everything" : "own");
  writer.member("version", protocol::version()).member("pid", ::getpid());
  writer.member("startedAt", servers::timestamp(start_)).member("host", name_of_machine());
  if (sees_everything) {
    const Files files = files_();
    writer.member("toolboxesFile", files.toolboxes);
    if (!files.lock.empty()) writer.member("lockFile", files.lock);
  }
  answer(std::move(writer.end()).json());
}

}  // namespace workbench::app
