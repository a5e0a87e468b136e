// What is said about a server in one place: its state, and what a person should know of it.

import { badge } from './controls.js';

export const kTones = {
  ready: 'good',
  idle: 'calm',
  starting: 'moving',
  stopping: 'moving',
  failed: 'bad',
  stopped: 'none',
  known: 'none',
};

const kSoon = 24 * 3600 * 1000; // milliseconds before a login expires

export const nameOf = (server) => `${server.toolbox}/${server.server}`;

/** A key that tells apart the runs of one server for several principals and projects. */
export const keyOf = (server) => [server.toolbox, server.server, server.principal, server.project, server.pid].join('\n');

export const needsLogin = (server) => server.login?.state === 'required' || isExpired(server.login);

function isExpired(login) {
  return Boolean(login?.expiry) && !login.renewsItself && Date.parse(login.expiry) <= Date.now();
}

/** Whether the login ends within a day and does not renew itself. */
export function expiresSoon(server) {
  const { login } = server;
  return !needsLogin(server) && Boolean(login?.expiry) && !login.renewsItself && Date.parse(login.expiry) - Date.now() < kSoon;
}

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
