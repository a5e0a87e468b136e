// A model that plays a script, behind the APIs that agents speak. It records what it is shown.

import { createServer } from 'node:http';
import { kApis } from './apis.mjs';

const kMark = 'open_toolbox'; // of requests that are about the task; agents also ask for titles and the like

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/**
 * Plays `script`, a generator function: it is given what read() of the API returned for the first request of the task, yields
 * {tool: name of a meta-tool, args}, is given the result as the agent shows it ({text}, or {} if it did not), and returns the
 * text of the model's answer.
 */
export class ScriptedModel {
  shown; // the first request of the task, as read() returned it
  bodies = []; // of all requests of the task
  others = []; // [path] of requests that are no API that we know
  isDone = false;

  constructor(script) {
    this.script = script;
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error) => {
        console.error(`    the model: ${error.stack}`);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
  }

  async listen() {
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }

  async answer(request, response) {
    const path = new URL(request.url, this.url).pathname;
    const api = kApis.find((one) => one.matches(path));
    if (!api || request.method !== 'POST') {
      this.others.push(`${request.method} ${path}`);
      response.writeHead(404, { 'content-type': 'application/json' });
      return response.end('{"error":{"message":"not found"}}');
    }
    const body = await bodyOf(request);
    const shown = api.read(body, path);
    if (!shown.tools.some(({ name }) => name.includes(kMark))) {
      return api.write(response, { text: 'The words of a text' }, shown);
    }
    this.bodies.push(body);
    return api.write(response, this.nextAction(shown), shown);
  }

  nextAction(shown) {
    if (!this.shown) {
      this.shown = shown;
      this.steps = this.script(shown);
      return this.actionOf(this.steps.next());
    }
    const result = shown.results.findLast(({ id }) => id === this.last?.call?.id);
    if (!result && this.repeated++ < 2) return this.last; // an agent repeats a request whose answer it did not like
    return this.actionOf(this.steps.next(result ?? {}));
  }

  actionOf({ value, done }) {
    this.repeated = 0;
    this.isDone = this.isDone || done === true;
    this.last = done ? { text: value ?? 'It is done.' } : { call: this.callOf(value) };
    return this.last;
  }

  callOf({ tool, args }) {
    this.calls = (this.calls ?? 0) + 1;
    const { name, namespace } = shownTool(this.shown, tool) ?? { name: tool };
    return { id: `call_${this.calls}`, name, namespace, args };
  }
}

/** The definition of a meta-tool among those that the agent shows: hosts put a prefix before its name. */
export const shownTool = ({ tools }, metaTool) => tools.find(({ name }) => name.endsWith(metaTool));
