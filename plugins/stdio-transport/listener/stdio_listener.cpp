#include "listener/stdio_listener.hpp"

#include <cstdio>
#include <utility>

#include "listener/client_connection.hpp"

namespace workbench::stdio {

std::vector<OptionDescription> StdioListener::options() const {
  return {};
}

Result<void> StdioListener::open(const Options&, Host& host, Accept accept) {
  std::fflush(stdout);  // what was printed before goes where it was meant to go
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  Result<OwnStream> input = OwnStream::take(STDIN_FILENO, nothing.get());
  if (!input) return input.error();
  Result<OwnStream> output =
      OwnStream::take(STDOUT_FILENO, ::fcntl(STDERR_FILENO, F_GETFD) >= 0 ? STDERR_FILENO : nothing.get());
  if (!output) return output.error();

  auto client = std::make_unique<ClientConnection>(host, std::move(input).value(), std::move(output).value());
  entrance_ = host.loop().after(std::chrono::milliseconds(0),
                                [accept = std::move(accept), client = std::move(client)]() mutable {
                                  accept(AcceptedClient{std::move(client), nullptr});
                                });
  return {};
}

void StdioListener::close() noexcept {
  entrance_.reset();
}

}  // namespace workbench::stdio
