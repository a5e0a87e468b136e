// One tool: its definition, why it is seen as it is, and a form to call it.

import { h } from '../base/element.js';
import { foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { number } from '../base/format.js';
import { facts, task } from '../parts/controls.js';
import { failure, heading, link, loading, muted, section } from '../parts/page.js';
import { explained } from '../parts/explained.js';
import { json } from '../parts/json_view.js';
import { nameOf, serverLink } from '../parts/server_state.js';
import { ToolCall, toolCall } from './tool_call.js';
import { listReport, toolsOf } from './tools.js';

let current = null; // the ToolCall of the page

export function leaveToolPage() {
  current?.close();
  current = null;
}

function callOf(app, target) {
  if (JSON.stringify(current?.target) !== JSON.stringify(target)) {
    leaveToolPage();
    current = new ToolCall(app, target);
  }
  return current;
}

function explanation(app, name) {
  if (!app.seesEverything) return null;
  const key = `explain:${name}`;
  const { value, error } = app.cached(key, () => app.request('explain', { tool: name }));
  return section(
    'Why clients see it as they do',
    null,
    value && explained(value),
    failure(error?.message, () => app.forget(key)),
    !value && !error && loading(),
  );
}

function callSection(app, call, name) {
  const key = `form:${name}`;
  const prepare = [
    muted('This starts the server, if it is not running.'),
    task(app, key, 'Make a form', () => call.load(), { kind: 'primary' }),
  ];
  return section('Call it', null, call.form ? toolCall(call) : prepare);
}

function definition(call) {
  if (!call.definition) return null;
  const { inputSchema, outputSchema, annotations } = call.definition;
  return section(
    'Definition',
    null,
    inputSchema && [h('h3', 'Arguments'), json(inputSchema)],
    outputSchema && [h('h3', 'Result'), json(outputSchema)],
    annotations && [h('h3', 'Hints of the server'), json(annotations)],
  );
}

export function toolPage(app, target) {
  const name = `${nameOf(target)}/${target.tool}`;
  const call = callOf(app, target);
  const report = app.state.cache.get('tools') ?? (app.seesEverything ? listReport(app) : {});
  const listed = toolsOf(report.value).find((tool) => `${nameOf(tool)}/${tool.name}` === name);
  return [
    h('p.trail', link(hashOf('tools'), 'Tools'), ' / ', serverLink(target)),
    heading(foreignName(target.tool)),
    facts([['Title', listed?.title && foreignName(listed.title)], ['Tokens', listed && number(listed.tokens)]]),
    (call.definition ?? listed) && foreignText((call.definition ?? listed).description ?? '', { className: 'text prose' }),
    explanation(app, name),
    callSection(app, call, name),
    definition(call),
  ];
}
