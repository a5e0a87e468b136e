// A login: the workbench gives the address, a person opens it, and the outcome comes with the state of the server.

import { h } from '../base/element.js';
import { foreign } from '../base/visible.js';
import { button, notice } from './controls.js';
import { nameOf } from './server_state.js';

const isWebAddress = (url) => {
  try {
    return ['https:', 'http:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
};

export function login(app, server) {
  const key = `login:${nameOf(server)} ${server.principal ?? ''}`;
  const ask = () =>
    app.run(key, async () => {
      const { toolbox, server: name, principal } = server;
      const { url } = await app.request('workbench/login', { toolbox, server: name, ...(principal && { principal }) });
      if (!isWebAddress(url)) throw new Error('The address of the login is not a web address.');
      app.update({ logins: { ...app.state.logins, [key]: url } });
      app.focusNext(`open ${key}`);
    });
  const url = app.state.logins?.[key];
  return h(
    'div',
    { class: 'actions' },
    button('Log in', ask, { isBusy: app.isBusy(key), name: `Log in to ${nameOf(server)}` }),
    url && h('a', { id: `open ${key}`, href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Open the login at ', foreign(new URL(url).host)),
    notice(app.noticeOf(key)),
  );
}
