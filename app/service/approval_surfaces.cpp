#include "service/approval_surfaces.hpp"

#include <utility>

#include "operator/operator_sockets.hpp"

namespace workbench::app {

ApprovalSurfaces::ApprovalSurfaces(Host& host, ApprovalRequests& approvals, Notices notices,
                                   OperatorSocket::AcceptOperator connected)
    : host_(host), approvals_(approvals), connected_(std::move(connected)) {
  if (notices == Notices::desktop) enable_notices();
  changes_ = approvals_.on_change([this] { handle_change(); });
}

void ApprovalSurfaces::enable_notices() {
  std::string program = notice_program();
  if (program.empty()) {
    host_.log(LogLevel::warning, "approvals",
              "approvals.notify = desktop has no effect: there is no desktop (DISPLAY or WAYLAND_DISPLAY), or no "
              "program notify-send in PATH");
    return;
  }
  notice_.emplace(host_.loop(), std::move(program), [this] { return approvals_.waiting(); });
}

void ApprovalSurfaces::handle_change() {
  if (!has_failed_) open_socket();
  if (notice_) notice_->update();
}

void ApprovalSurfaces::open_socket() {
  if (socket_ != nullptr && socket_->can_be_found()) return;
  socket_.reset();  // its end removes the file
  auto path = own_operator_socket();
  if (path) {
    auto opened = OperatorSocket::open(
        host_, *path, [this](std::unique_ptr<Connection> connection) { connected_(std::move(connection)); });
    if (opened) {
      socket_ = *std::move(opened);
      return;
    }
    path = opened.error();
  }
  has_failed_ = true;
  host_.log(LogLevel::warning, "approvals",
            "\"mcp-workbench approve\" and \"mcp-workbench open\" cannot find this workbench: " + path.error().message);
}

}  // namespace workbench::app
