// Starts and stops a server. Who does not see everything may not.

import { button, notice } from '../parts/controls.js';
import { nameOf } from '../parts/server_state.js';

const kRunning = new Set(['starting', 'ready', 'idle', 'stopping']);

export function serverActions(app, server) {
  if (!app.seesEverything) return null;
  const { toolbox, server: name } = server;
  const key = `control:${nameOf(server)}`;
  const act = (label, method, done) =>
    button(label, () => app.run(key, () => app.request(method, { toolbox, server: name }).then(() => done)), { isBusy: app.isBusy(key), name: `${label} ${nameOf(server)}` });
  return [
    kRunning.has(server.state) ? act('Restart', 'workbench/restart', 'is restarting') : act('Start', 'workbench/start', 'is starting'),
    kRunning.has(server.state) && act('Stop', 'workbench/stop', 'is stopped; it starts with the next call'),
    notice(app.noticeOf(key)),
  ];
}
