// What waits for a person, from the state of the page.

import { expiresSoon, isFailing, needsLogin } from '../parts/server_state.js';

/** One server may run for several projects; what is the same in all is listed once, with the key of its card. */
function once(servers, detail) {
  const seen = new Set();
  return servers.flatMap((server) => {
    const card = JSON.stringify([server.toolbox, server.server, server.principal, detail(server)]);
    return seen.has(card) ? [] : seen.add(card) && [{ ...server, card }];
  });
}

/** Input requests that no person has answered, with their clients. */
function openInputs(status) {
  const ofClients = (status?.clients ?? []).flatMap((client) =>
    (client.inputs ?? []).map((input) => ({ ...input, client: client.client, principal: client.principal })),
  );
  return [...(status?.inputs ?? []), ...ofClients].map((input) => ({ ...input, asked: status.at - 1000 * input.waitingSeconds }));
}

/** {approvals, changed, logins, inputs, failing, entryErrors, count} */
export function inboxItems(app) {
  const { status, approvals } = app.state;
  const servers = status?.servers ?? [];
  const items = {
    approvals: approvals ?? [],
    changed: once(servers.filter(({ withheld }) => (withheld ?? []).length > 0), ({ withheld }) => withheld),
    logins: once(servers.filter((server) => needsLogin(server) || expiresSoon(server)), ({ login }) => login.state),
    inputs: openInputs(status),
    failing: once(servers.filter((server) => isFailing(server) && !needsLogin(server)), ({ lastError }) => lastError),
    entryErrors: status?.entryErrors ?? [],
  };
  return { ...items, count: Object.values(items).reduce((sum, list) => sum + list.length, 0) };
}
