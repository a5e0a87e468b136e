// A person's browser: fills in the forms of an identity provider.

import { DevTools } from './devtools.mjs';

/** Fills in the form of the page and sends it. The value says whether there was one. */
const kFillIn = (name) => `(() => {
  const form = document.querySelector('form');
  if (!form) return false;
  for (const field of form.querySelectorAll('input[type=text], input[type=password]')) {
    field.value = field.name === 'login' ? ${JSON.stringify(name)} : 'any';
  }
  form.querySelector('[type=submit]').click();
  return true;
})()`;

export class Chromium {
  static async open() {
    const opened = new Chromium();
    opened.tools = await DevTools.open();
    return opened;
  }

  /** Opens the page, fills in its forms as `name`, and goes on until a page has none. Returns that: {url, text}. */
  async logIn(url, name) {
    await this.#whenLoaded(() => this.tools.send('Page.navigate', { url }));
    while (await this.tools.evaluate(`document.querySelector('form') !== null`)) {
      await this.#whenLoaded(() => this.tools.evaluate(kFillIn(name)));
    }
    return {
      url: await this.tools.evaluate('location.href'),
      text: await this.tools.evaluate('document.body.innerText'),
    };
  }

  close() {
    return this.tools.close();
  }

  /** Fulfilled when the page has been loaded that `cause` leads to. */
  async #whenLoaded(cause) {
    const loaded = this.tools.next('Page.loadEventFired');
    await cause();
    await loaded;
  }
}
