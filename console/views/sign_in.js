// What a person sees who has no session.

import { h } from '../base/element.js';
import { button, field, notice } from '../parts/controls.js';

let token = '';

export function signIn(app) {
  const { signInError } = app.state;
  const submit = (event) => {
    event.preventDefault();
    app.run('sign-in', () => app.signIn((session) => session.openWithToken(token.trim())));
  };
  return h(
    'section',
    { class: 'narrow' },
    h('h1', { id: 'heading', tabindex: '-1' }, 'Sign in'),
    notice(signInError && { tone: 'bad', text: signInError }),
    h('p', null, 'On the machine of the workbench, run this command. It opens the console with a session of its own:'),
    h('pre', { class: 'text', tabindex: '0' }, 'mcp-workbench open'),
    h('p', null, 'On the workbench of a team, enter with your token, if it has the right "console":'),
    h(
      'form',
      { on: { submit } },
      field('Token', { type: 'password', change: (value) => (token = value) }),
      button('Sign in', null, { type: 'submit', kind: 'primary', isBusy: app.isBusy('sign-in') }),
    ),
  );
}
