// One tool: its definition, why it is seen as it is, and a form to call it.

import { h } from '../base/element.js';
import { foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { number } from '../base/format.js';
import { button, facts, notice } from '../parts/controls.js';
import { explained } from '../parts/explained.js';
import { json } from '../parts/json_view.js';
import { ToolCall, toolCall } from './tool_call.js';
import { listReport, toolsOf } from './tools.js';

let current = null; // the ToolCall of the page

export function leaveToolPage() {
  current?.close();
  current = null;
}

function callOf(app, target) {
  const isSame = current && ['toolbox', 'server', 'tool'].every((part) => current.target[part] === target[part]);
  if (isSame) return current;
  leaveToolPage();
  current = new ToolCall(app, target);
  return current;
}

function explanation(app, name) {
  if (!app.seesEverything) return null;
  const { value, error } = app.cached(`explain:${name}`, () => app.request('workbench/explain', { tool: name }));
  return h(
    'section',
    { 'aria-label': 'Explanation' },
    h('h2', null, 'Why clients see it as they do'),
    value && explained(value),
    notice(error && { tone: 'bad', text: error.message }),
    !value && !error && h('p', { class: 'muted', role: 'status' }, 'Loading…'),
  );
}

function callSection(app, call) {
  const load = () => app.run('open-call', () => call.load());
  const prepare = [
    h('p', { class: 'muted' }, 'This starts the server, if it is not running.'),
    notice(app.noticeOf('open-call')),
    button('Make a form', load, { kind: 'primary', isBusy: app.isBusy('open-call') }),
  ];
  return h('section', { 'aria-label': 'Call' }, h('h2', null, 'Call it'), call.form ? toolCall(call) : prepare);
}

function definition(call) {
  if (!call.definition) return null;
  const { inputSchema, outputSchema, annotations } = call.definition;
  return h(
    'section',
    { 'aria-label': 'Definition' },
    h('h2', null, 'Definition'),
    inputSchema && [h('h3', null, 'Arguments'), json(inputSchema)],
    outputSchema && [h('h3', null, 'Result'), json(outputSchema)],
    annotations && [h('h3', null, 'Hints of the server'), json(annotations)],
  );
}

export function toolPage(app, target) {
  const name = `${target.toolbox}/${target.server}/${target.tool}`;
  const call = callOf(app, target);
  const report = app.state.cache.get('tools') ?? (app.seesEverything ? listReport(app) : {});
  const listed = toolsOf(report.value).find((tool) => `${tool.toolbox}/${tool.server}/${tool.name}` === name);
  return [
    h('p', { class: 'trail' }, h('a', { href: hashOf('tools') }, 'Tools'), ' / ', h('a', { href: hashOf('servers', [target.toolbox, target.server]) }, foreignName(`${target.toolbox}/${target.server}`))),
    h('h1', { id: 'heading', tabindex: '-1' }, foreignName(target.tool)),
    facts([['Title', listed?.title && foreignName(listed.title)], ['Tokens', listed && number(listed.tokens)]]),
    (call.definition ?? listed) && foreignText((call.definition ?? listed).description ?? '', { className: 'text prose' }),
    explanation(app, name),
    callSection(app, call),
    definition(call),
  ];
}
