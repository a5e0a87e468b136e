// What is said about a server in one place: its state, and what a person should know of it.

import { hashOf } from '../base/route.js';
import { foreignName } from '../base/visible.js';
import { badge } from './controls.js';
import { link } from './page.js';

const kTones = { ready: 'good', idle: 'calm', starting: 'moving', stopping: 'moving', failed: 'bad' };

export const memoryOf = (server) => server.container?.memoryBytes ?? server.memoryBytes;

const kSoon = 24 * 3600 * 1000; // milliseconds before a login expires

export const nameOf = (server) => `${server.toolbox}/${server.server}`;

export const serverLink = (server) => link(hashOf('servers', [server.toolbox, server.server]), foreignName(nameOf(server)));

/** A key of the state of a login. */
export const loginOf = ({ toolbox, server, principal, login }) => [toolbox, server, principal, login?.state, login?.expiry].join('\n');

/** What tells people apart the runs of a server. */
export const labelOf = (server) => [nameOf(server), server.principal, server.project, server.pid].filter(Boolean).join(', ');

/** The servers of a status that came at the time `at`, with times and a `key` of each run. */
export function withKeys(servers, at) {
  const runs = {};
  return servers.map((server) => {
    const owner = [nameOf(server), server.principal, server.project].join('\n');
    runs[owner] = (runs[owner] ?? 0) + 1;
    return { ...server, key: `${owner}\n${runs[owner]}`, since: at - server.ageMs, nextAttempt: at + server.nextAttemptMs };
  });
}

const endsBefore = ({ login }, time) => Boolean(login?.expiry) && !login.renewsItself && Date.parse(login.expiry) <= time;

export const needsLogin = (server) => server.login?.state === 'required' || endsBefore(server, Date.now());

/** Whether the login ends within a day and does not renew itself. */
export const expiresSoon = (server) => !needsLogin(server) && endsBefore(server, Date.now() + kSoon);

/** A server that failed, or that is not there after an error. */
export const isFailing = (server) => server.state === 'failed' || (server.state === 'stopped' && Boolean(server.lastError));

export const isUnconfined = (server) => (server.confinement?.notEnforced ?? []).length > 0;

export function stateBadges(server) {
  return [
    badge(server.state, kTones[server.state] ?? 'none'),
    needsLogin(server) && [' ', badge('needs a login', 'warning')],
    expiresSoon(server) && [' ', badge('login expires', 'warning')],
    (server.confinement?.state === 'not confined') && [' ', badge('not confined', isUnconfined(server) ? 'warning' : 'none')],
    (server.withheld ?? []).length > 0 && [' ', badge('changed', 'warning')],
  ];
}
