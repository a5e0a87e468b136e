// A model that plays a script, behind the APIs that agents speak. It records what it is shown.

import { createServer } from 'node:http';
import { kApis } from './apis.mjs';

const kMark = 'open_toolbox'; // of requests that are about the task; agents also ask for titles and the like

// Some agents show names and beginnings of descriptions, and have a tool that shows definitions and one that calls.
const kReviewer = 'tool_search';
export const kCaller = 'tool_call';

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/**
 * Plays `script`, a generator function: it is given what read() of the API returned for the first request of the task,
 * yields {tool: name of a meta-tool, args}, is given the result as the agent shows it ({text}, or {} if it did not),
 * and returns the text of the model's answer.
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
    if (!this.isAboutTask(shown)) return api.write(response, { text: 'The words of a text' }, shown);
    this.bodies.push(body);
    return api.write(response, this.nextAction(shown), shown);
  }

  isAboutTask(shown) {
    return isAboutTask(shown);
  }

  nextAction(shown) {
    if (!this.shown) {
      this.shown = shown;
      this.deferred = deferredNames(shown);
      if (!this.deferred.length) return this.begin();
      return this.remember({ call: { id: 'call_0', name: kReviewer, args: { query: `select:${this.deferred}` } } });
    }
    const result = shown.results.findLast(({ id }) => id === this.last?.call?.id);
    if (!result && this.repeated++ < 2) return this.last; // an agent repeats a request whose answer it did not like
    if (this.steps) return this.actionOf(this.steps.next(result ?? {}));
    this.shown = { ...this.shown, tools: this.shown.tools.concat(definitionsIn(result?.text)) };
    return this.begin();
  }

  begin() {
    this.steps = this.script(this.shown);
    return this.actionOf(this.steps.next());
  }

  remember(action) {
    this.repeated = 0;
    this.last = action;
    return action;
  }

  actionOf({ value, done }) {
    this.isDone = this.isDone || done === true;
    return this.remember(done ? { text: value ?? 'It is done.' } : { call: this.callOf(value) });
  }

  callOf({ tool, args }) {
    this.calls = (this.calls ?? 0) + 1;
    const id = `call_${this.calls}`;
    const { name, namespace } = shownTool(this.shown, tool) ?? { name: tool };
    if (this.deferred.length) return { id, name: kCaller, args: { name, arguments: args } };
    return { id, name, namespace, args };
  }
}

/** The names in the text of an agent that has not shown the definitions of these tools; none if it has. */
function deferredNames({ tools, texts }) {
  if (tools.some(({ name }) => name.includes(kMark)) || !tools.some(({ name }) => name === kCaller)) return [];
  const prefix = /"([\w-]+__)open_toolbox"/.exec(texts.join('\n'))?.[1];
  if (!prefix) return [];
  return ['search_tools', 'open_toolbox', 'use_tool', 'describe_tools'].map((name) => prefix + name);
}

const isAboutTask = (shown) => shown.tools.some(({ name }) => name.includes(kMark)) || deferredNames(shown).length > 0;

/** The definitions in an answer of kReviewer, each a line of JSON, or between tags. */
export function definitionsIn(text = '') {
  return [...text.matchAll(/\{"(?:description|name)":.*\}/g)].flatMap(([json]) => {
    try {
      const { name, description, parameters, parametersJsonSchema } = JSON.parse(json);
      return [{ name, description, parameters: parametersJsonSchema ?? parameters, isDeferred: true }];
    } catch {
      return [];
    }
  });
}

/** The definition of a meta-tool among those that the agent shows: hosts put a prefix before its name. */
export const shownTool = ({ tools }, metaTool) => tools.find(({ name }) => name.endsWith(metaTool));
