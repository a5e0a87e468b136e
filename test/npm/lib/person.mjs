// A person at a browser without scripts, who signs in at an identity provider and agrees to what it asks.

const kForm = /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s;
const kHidden = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;
const kAbort = /<a href="([^"]*\/abort)"/;

export class Person {
  #cookies = new Map();

  /**
   * `refuses`: does not agree. `isElsewhere`: at another machine, where no address of this one can be opened but the
   * identity provider's.
   */
  constructor(name, { refuses = false, isElsewhere = false } = {}) {
    Object.assign(this, { name, refuses, isElsewhere });
  }

  /**
   * Opens the page, fills in its forms, and follows every redirect. Returns the last page: {url, status, text}, or only
   * {url} of one that cannot be opened.
   */
  async visit(url) {
    const { origin } = new URL(url);
    let page = await this.#request(url, origin);
    for (;;) {
      const [, action, fields] = kForm.exec(page.text) ?? [];
      if (!action) return page;
      const target = this.refuses ? kAbort.exec(page.text)[1] : action;
      page = await this.#request(new URL(target, page.url), origin, this.refuses ? undefined : this.#fillIn(fields));
    }
  }

  #fillIn(fields) {
    const form = new URLSearchParams();
    for (const [, name, value] of fields.matchAll(kHidden)) form.set(name, value);
    if (fields.includes('name="login"')) form.set('login', this.name);
    if (fields.includes('name="password"')) form.set('password', 'any');
    return form;
  }

  async #request(url, origin, form) {
    if (this.isElsewhere && new URL(url).origin !== origin) return { url: String(url) };
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = form ? 'POST' : 'GET';
    const response = await fetch(url, { method, body: form, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]*)=([^;]*)/.exec(line);
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    const target = response.headers.get('location');
    if (target) return this.#request(new URL(target, url), origin);
    return { url: String(url), status: response.status, text };
  }
}

/** What a client responds to elicitations whose user opens every URL, and goes on before the page has been loaded. */
export class Opening {
  /** The params of each elicitation. */
  asked = [];

  /** `visit` opens a URL, and returns a promise of the last page. */
  constructor(visit) {
    this.respond = (params) => {
      this.asked.push(params);
      this.page = visit(params.url);
      this.page.catch(() => {}); // for whoever waits for the page
      return { action: 'accept' };
    };
  }
}
