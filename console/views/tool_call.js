// A call of a tool from the page: its form, the forms that it asks for (elicitation), and its result.
//
//   idle -- call() --> calling -- the result, an error, or cancel() --> idle
//   calling -- elicitation --> asked -- the person answers the last form --> calling

import { h } from '../base/element.js';
import { foreignText, foreignName } from '../base/visible.js';
import { duration } from '../base/format.js';
import { badge, button } from '../parts/controls.js';
import { actions, aside, failure, muted } from '../parts/page.js';
import { json } from '../parts/json_view.js';
import { SchemaForm } from '../parts/schema_form.js';
import { McpClient } from '../mcp/client.js';
import { callTool, definitionOf } from '../mcp/workbench_tools.js';

const kClient = { name: 'mcp-workbench-console', title: 'Console of MCP Workbench', version: '1' };

export class ToolCall {
  state = 'idle';
  #client = null;
  #isClosed = false;
  #questions = []; // the first is shown
  #abort = null;

  constructor(app, target) {
    Object.assign(this, { app, target });
  }

  /** Fetches the definition, which makes the form. */
  async load() {
    await this.#open();
    this.form = new SchemaForm(this.definition.inputSchema);
    this.app.redraw();
  }

  async #open() {
    const elicit = (params) => this.#ask(params);
    const client = await McpClient.open(this.app.session, { elicit, clientInfo: kClient });
    try {
      this.definition = await definitionOf(client, this.target);
      this.#client = client;
    } finally {
      if (this.#isClosed || this.#client !== client) client.close();
    }
  }

  close() {
    this.#isClosed = true;
    this.#abort?.abort();
    this.#client?.close();
  }

  async call() {
    const args = this.form.value();
    if (args === null || this.state !== 'idle') return this.app.redraw();
    Object.assign(this, { state: 'calling', result: null, error: null });
    const begin = performance.now();
    this.#abort = new AbortController();
    this.app.redraw();
    try {
      this.result = await this.#called(args);
    } catch (error) {
      this.error = error.message;
    }
    for (const { answer } of this.#questions.splice(0)) answer({ action: 'cancel' });
    Object.assign(this, { state: 'idle', took: performance.now() - begin });
    this.app.announce(this.error ? 'The call has failed.' : 'The result has arrived.');
  }

  /** Opens another MCP session if the workbench has ended an idle one. */
  async #called(args) {
    const call = () => callTool(this.#client, this.target, args, this.#abort.signal);
    try {
      return await call();
    } catch (error) {
      if (error.kind !== 'session_over') throw error;
      await this.#open();
      return call();
    }
  }

  cancel() {
    this.#client.cancel();
    this.#abort?.abort();
  }

  get question() {
    return this.#questions[0];
  }

  #ask(params) {
    return new Promise((answer) => {
      this.#questions.push({ params, form: new SchemaForm(params.requestedSchema), answer });
      if (this.#questions.length === 1) this.#show();
    });
  }

  #show() {
    this.state = 'asked';
    this.app.announce('The tool asks for an input.');
    this.app.focusNext('elicitation');
  }

  answer(action) {
    const { form, answer } = this.question;
    const content = action === 'accept' ? form.value() : undefined;
    if (content === null) return this.app.redraw();
    this.#questions.shift();
    answer({ action, ...(content && { content }) });
    if (this.question) return this.#show();
    this.state = 'calling';
    this.app.focusNext('call-result');
  }
}

function elicitation(call) {
  const { params, form } = call.question;
  const submit = (event) => {
    event.preventDefault();
    call.answer('accept');
  };
  return h(
    'form',
    { class: 'card', key: call.question, id: 'elicitation', tabindex: '-1', 'aria-label': 'The tool asks for an input', on: { submit } },
    h('h3', badge('asks for an input', 'warning')),
    foreignText(params.message ?? '', { tag: 'p', className: 'quote' }),
    form.fields('elicitation'),
    actions(button('Answer', null, { type: 'submit', kind: 'primary' }), button('Decline', () => call.answer('decline')), button('Cancel', () => call.answer('cancel'))),
  );
}

function content(part) {
  if (part.type === 'text') return foreignText(part.text);
  if (part.type === 'image' && /^image\/(png|jpeg|gif|webp)$/.test(part.mimeType ?? '')) {
    return h('img', { src: `data:${part.mimeType};base64,${part.data}`, alt: 'An image of the tool' });
  }
  return json(part);
}

function outcome(call) {
  const { result, error } = call;
  return h(
    'section',
    { id: 'call-result', tabindex: '-1', 'aria-label': 'Result' },
    call.state === 'calling' && h('p', { role: 'status' }, badge('calling', 'moving')),
    failure(error),
    result && [
      h('h3', badge(result.isError ? 'tool_error' : 'result', result.isError ? 'warning' : 'good'), ' ', aside(duration(call.took))),
      (result.content ?? []).map(content),
      result.structuredContent !== undefined && [h('h4', 'Structured content'), json(result.structuredContent)],
    ],
  );
}

/** The form of the tool, and the outcome of its latest call. */
export function toolCall(call) {
  const submit = (event) => {
    event.preventDefault();
    call.call();
  };
  const isIdle = call.state === 'idle';
  return [
    h(
      'form',
      { class: 'card', 'aria-label': 'Arguments', on: { submit } },
      call.form.members.length === 0 && muted('It takes no arguments.'),
      call.form.fields('argument'),
      actions(button('Call', null, { type: 'submit', kind: 'primary', isBusy: !isIdle, name: `Call ${call.target.tool}` }), !isIdle && button('Cancel the call', () => call.cancel())),
      h('p.muted.small', 'It is called as ', foreignName(`${call.target.toolbox}/${call.target.server}/${call.target.tool}`), ', by you. Approvals, limits and the call log apply.'),
    ),
    call.question && elicitation(call),
    outcome(call),
  ];
}
