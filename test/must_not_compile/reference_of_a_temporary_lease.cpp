#include "servers/server_lease.hpp"

using workbench::servers::Server;
using workbench::servers::ServerLease;

ServerLease lease_server();
void use(Server& server);

void run() {
#ifdef FIXED
  const ServerLease lease = lease_server();
  Server& server = *lease;
#else
  Server& server = *lease_server();  // would refer to a server that may be destroyed
#endif
  use(server);
}
