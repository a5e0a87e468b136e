// Starts and stops one run of a server: only for an operator who sees everything.

import { button, notice } from '../parts/controls.js';
import { labelOf } from '../parts/server_state.js';

const kRunning = new Set(['starting', 'ready', 'idle', 'stopping']);

export function serverActions(app, server) {
  if (!app.seesEverything) return null;
  const { toolbox, server: name, pid, principal } = server;
  const key = `control:${server.key}`;
  const params = { toolbox, server: name, pid, principal }; // a member that is undefined is not sent
  const act = (label, method, done) =>
    button(label, () => app.run(key, () => app.request(method, params).then(() => done)), { isBusy: app.isBusy(key), name: `${label} ${labelOf(server)}`, key: label });
  return [
    kRunning.has(server.state) ? act('Restart', 'restart', 'is restarting') : act('Start', 'start', 'is starting'),
    kRunning.has(server.state) && act('Stop', 'stop', 'is stopped; it starts with the next call'),
    notice(app.noticeOf(key)),
  ];
}
