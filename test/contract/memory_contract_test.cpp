#include <memory>
#include <string>
#include <utility>

#include <workbench/testing/echo_peer.hpp>
#include <workbench/testing/memory_connection.hpp>
#include <workbench/testing/transport_contract.hpp>

namespace workbench::test {
namespace {

class Memory {
 public:
  std::unique_ptr<Connection> connect(Host& host) {
    auto [ours, theirs] = MemoryConnection::make_pair(host.loop());
    peer_ = std::make_unique<EchoPeer>(std::move(theirs));
    return std::move(ours);
  }
  std::string last_message() { return std::string(EchoPeer::kLastMessage); }

 private:
  std::unique_ptr<EchoPeer> peer_;
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Memory, TransportContract, Memory);

}  // namespace workbench::test
