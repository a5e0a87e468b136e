// What a person sees who has no session.

import { h } from '../base/element.js';
import { button, field } from '../parts/controls.js';
import { failure, heading } from '../parts/page.js';

let token = '';

export function signIn(app) {
  const { signInError } = app.state;
  const submit = (event) => {
    event.preventDefault();
    app.run('sign-in', () => app.signIn((session) => session.openWithToken(token.trim())));
  };
  return h(
    'section.narrow',
    heading('Sign in'),
    failure(signInError),
    h('p', 'On the machine of the workbench, run this command. It opens the console with a session of its own:'),
    h('pre', { class: 'text', tabindex: '0' }, 'mcp-workbench open'),
    h('p', 'On the workbench of a team, enter with your token, if it has the right "console":'),
    h(
      'form',
      { on: { submit } },
      field('Token', { type: 'password', change: (value) => (token = value) }),
      button('Sign in', null, { type: 'submit', kind: 'primary', isBusy: app.isBusy('sign-in') }),
    ),
  );
}
