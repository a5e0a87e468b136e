#include "gateway/pool/user_principal.hpp"

namespace workbench::gateway {
namespace {

/// The principal is recognised by its deleter, which plugins that hold it cannot make.
struct DeleteUserPrincipal {
  void operator()(const Principal* principal) const { delete principal; }
};

}  // namespace

std::shared_ptr<const Principal> make_user_principal() {
  return {new Principal(), DeleteUserPrincipal()};
}

bool is_user(const std::shared_ptr<const Principal>& principal) {
  return principal == nullptr || std::get_deleter<DeleteUserPrincipal>(principal) != nullptr;
}

bool may_log_in(const std::shared_ptr<const Principal>& principal) {
  return is_user(principal) || !principal->name.empty();
}

}  // namespace workbench::gateway
