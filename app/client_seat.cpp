#include "client_seat.hpp"

#include <utility>

namespace workbench {

Result<std::unique_ptr<ClientSeat>> ClientSeat::make(Host& host, mcp::EraMemory& eras, const WorkbenchConfig& config,
                                                     const Registry& registry, const Wiring& wiring,
                                                     std::unique_ptr<Connection> client, mcp::ClientEvents& events) {
  std::unique_ptr<ClientSeat> seat(new ClientSeat(host, eras, config.tool_mode, wiring.mends_definitions));
  auto bench = Bench::from(config, registry, seat->around_);
  if (!bench) return bench.error();
  seat->bench_ = *std::move(bench);
  auto offer = Offer::from(wiring.meta_tools, registry, config.tool_mode, *seat->bench_, host);
  if (!offer) return offer.error();
  seat->offer_ = *std::move(offer);
  seat->session_.emplace(host, std::move(client), *seat->offer_, events);
  seat->news_.connect(*seat->offer_, *seat->session_);
  return seat;
}

}  // namespace workbench
