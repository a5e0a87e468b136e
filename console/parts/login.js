// A login: the workbench gives the address, a person opens it, and the outcome comes with the state of the server.

import { h } from '../base/element.js';
import { foreign } from '../base/visible.js';
import { task } from './controls.js';
import { actions } from './page.js';
import { labelOf, loginOf } from './server_state.js';

const isWebAddress = (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

export function login(app, server) {
  const of = loginOf(server);
  const key = `login:${of}`;
  const ask = async () => {
    const { toolbox, server: name, principal } = server;
    const { url } = await app.request('login', { toolbox, server: name, principal });
    if (url === undefined) return 'logged in, without a visit';
    if (!isWebAddress(url)) throw new Error('The address of the login is not a web address.');
    app.update({ logins: { ...app.state.logins, [of]: url } });
    app.focusNext(`open ${key}`);
  };
  const url = app.state.logins[of];
  return actions(
    task(app, key, 'Log in', ask, { name: `Log in to ${labelOf(server)}` }),
    url && h('a', { id: `open ${key}`, href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Open the login at ', foreign(new URL(url).host)),
  );
}
