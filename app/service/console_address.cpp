#include "service/console_address.hpp"

#include <utility>

#include <workbench/json_writer.hpp>
#include <workbench/listener_console.hpp>

namespace workbench::app {
namespace {

constexpr std::string_view kListener = "http";

/// The URL of the listener's console. unavailable: it has none.
Result<std::string> url_of(Listener& listener) {
  auto* const console = dynamic_cast<ListenerConsole*>(&listener);
  if (console == nullptr) return Error{ErrorKind::unavailable, "this listener has no console"};
  return console->console_url();
}

Options options_of_own_listener() {
  Options options;
  options.set("address", Options::TextList{"127.0.0.1"});
  options.set("port", std::int64_t{0});
  options.set("console", true);
  options.set("consoleOnly", true);
  return options;
}

}  // namespace

void ConsoleAddress::respond(const OperatorRequest& request, OperatorAnswer answer) {
  if (!request.from.is_local) {
    return answer(Error{ErrorKind::forbidden, "only a program of this machine may request this: mcp-workbench open"});
  }
  const auto found = url();
  if (!found) return answer(found.error());
  answer(std::move(JsonWriter().object().member("url", *found).end()).json());
}

Result<std::string> ConsoleAddress::url() {
  for (const auto& selected : startup_.selection().listeners) {
    if (auto found = url_of(*selected.listener)) return found;
  }
  if (opened_ == nullptr) {
    if (const auto opened = open(); !opened) return opened.error();
  }
  return url_of(*opened_);
}

/// The registry makes one listener of a name, which may be in use with other options, so this one is made beside it.
Result<void> ConsoleAddress::open() {
  if (is_closed_) return Error{ErrorKind::unavailable, "the workbench is ending"};
  const auto* const factory = startup_.registry().of<Listener>().find(kListener);
  if (factory == nullptr) {
    return Error{ErrorKind::unavailable,
                 "no loaded plugin provides the listener 'http', which has the console; add http-listener to "
                 "plugins.load"};
  }
  auto made = factory->make(options_of_own_listener(), startup_.host());
  if (!made) return made.error();
  const auto opened = (*made)->open([this](AcceptedClient client) { service_.accept(std::move(client)); });
  if (!opened) return opened;
  opened_ = *std::move(made);
  return {};
}

void ConsoleAddress::close() noexcept {
  is_closed_ = true;
  if (opened_ != nullptr) opened_->close();
}

}  // namespace workbench::app
