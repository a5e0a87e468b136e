#include "console/console_routes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "console/console_files.hpp"
#include "console/console_message.hpp"

namespace workbench::http {
namespace {

constexpr std::string_view kFolder = "/console/";
constexpr std::string_view kFirstPage = "index.html";

std::vector<std::string> paths_of_files() {
  std::vector<std::string> paths{std::string(kFolder)};
  for (const ConsoleFile& file : console_files()) paths.push_back(std::string(kFolder) + std::string(file.name));
  return paths;
}

/// The page names its files relative to /console/, so that it must not be served at /console.
Response redirect_to_folder() {
  return {308, {{"Location", std::string(kFolder)}, {"Cache-Control", "no-store"}}, {}};
}

/// A path of the route may also have a slash at its end, at which there is no file.
std::optional<Response> respond_with_file(const ReceivedRequest& head) {
  if (head.path().size() < kFolder.size()) return redirect_to_folder();
  std::string_view name = head.path().substr(kFolder.size());
  if (name.empty()) name = kFirstPage;
  const auto files = console_files();
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const ConsoleFile& file) { return file.name == name; });
  return found == files.end() ? text_response(404, "Not found.") : console_file_response(*found, head);
}

}  // namespace

std::vector<Route> make_console_routes(ConsoleAccess& access) {
  std::vector<Route> routes;
  routes.push_back({.paths = paths_of_files(),
                    .admission = Admission::known_host,
                    .methods = "GET, HEAD",
                    .respond = &respond_with_file});
  routes.push_back({.paths = {"/console/session"},
                    .admission = Admission::console_page,
                    .methods = "POST",
                    .is_for_these_alone = true,
                    .reader = BodyReader::console_opening,
                    .respond = [&access](const ReceivedRequest& head) -> std::optional<Response> {
                      if (auto refusal = refuse_post(head)) return refusal;
                      return access.check_opening(head);
                    }});
  routes.push_back({.paths = {"/console/session"},
                    .admission = Admission::console_session,
                    .methods = "DELETE",
                    .respond = [&access](const ReceivedRequest& head) { return access.close(head); }});
  routes.push_back({.paths = {"/console/operate"},
                    .admission = Admission::console_session,
                    .methods = "POST",
                    .reader = BodyReader::operator_methods,
                    .respond = &refuse_post});
  routes.push_back({.paths = {"/console/mcp"},
                    .admission = Admission::console_session,
                    .methods = "POST, GET, DELETE",
                    .respond = &refuse_post});
  return routes;
}

}  // namespace workbench::http
