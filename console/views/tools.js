// Tools as a model sees them, with what they cost and when they were used.

import { h } from '../base/element.js';
import { foreign, foreignName, pastedJson } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { counted, number } from '../base/format.js';
import { button, choice, empty, field, notice, paste } from '../parts/controls.js';
import { toolPage, leaveToolPage } from './tool_page.js';

const kUnusedDays = 7;

/** [{toolbox, server, name, title, description, tokens}] of the report of `mcp-workbench list`. */
export function toolsOf(report) {
  return (report?.toolboxes ?? []).flatMap((toolbox) =>
    (toolbox.servers ?? []).flatMap((server) => (server.tools ?? []).map((tool) => ({ ...tool, toolbox: toolbox.name, server: server.name }))),
  );
}

export const listReport = (app) => app.cached('tools', () => app.request('workbench/tools'));
const usesOf = (app) => app.cached('uses', () => app.request('workbench/tool-uses'));
const idOf = (tool) => JSON.stringify([tool.toolbox, tool.server, tool.tool ?? tool.name]);

function withUses(tools, uses) {
  const known = new Map((uses?.tools ?? []).map((use) => [idOf(use), use]));
  return tools.map((tool) => ({ ...tool, uses: known.get(idOf(tool))?.calls ?? 0, lastUsed: known.get(idOf(tool))?.lastUsed }));
}

const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const isUnused = (tool) => !tool.lastUsed || tool.lastUsed < dayBefore(kUnusedDays);

function isShown(tool, { text, server, unused }) {
  if (server && server !== `${tool.toolbox}/${tool.server}`) return false;
  if (unused && !isUnused(tool)) return false;
  return !text || [tool.name, tool.title, tool.description].some((part) => part?.toLowerCase().includes(text.toLowerCase()));
}

function row(tool) {
  return h(
    'tr',
    { key: idOf(tool) },
    h('th', { scope: 'row' }, h('a', { href: hashOf('tools', [tool.toolbox, tool.server, tool.name]) }, foreignName(tool.name))),
    h('td', { class: 'description' }, foreign(tool.description ?? '', { limit: 160 })),
    h('td', { class: 'number' }, number(tool.tokens)),
    h('td', { class: 'number' }, number(tool.uses)),
    h('td', { class: 'number wide' }, tool.lastUsed ?? 'never'),
  );
}

function table(tools) {
  const groups = new Map();
  for (const tool of tools) groups.set(`${tool.toolbox}/${tool.server}`, [...(groups.get(`${tool.toolbox}/${tool.server}`) ?? []), tool]);
  const kHead = [['Tool'], ['Description', 'description'], ['Tokens', 'number'], ['Calls', 'number'], ['Last used', 'number wide']];
  const head = h('tr', null, kHead.map(([text, kind]) => h('th', { scope: 'col', class: kind }, text)));
  const group = ([name, of]) =>
    h(
      'tbody',
      { key: name },
      h('tr', { class: 'group' }, h('th', { colspan: 5, scope: 'rowgroup' }, foreignName(name), ' ', h('span', { class: 'muted' }, `${counted(of.length, 'tool')}, ${counted(of.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0), 'token')}`))),
      of.map(row),
    );
  return h('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': 'Tools' }, h('table', { class: 'tools' }, h('thead', null, head), [...groups].map(group)));
}

/** The line of the toolboxes file that hides what is not used, for each server. */
function filterLines(app, tools) {
  const unused = tools.filter(isUnused);
  const servers = [...new Set(unused.map(({ toolbox, server }) => `${toolbox}/${server}`))];
  const line = (name) => {
    const hidden = unused.filter(({ toolbox, server }) => `${toolbox}/${server}` === name);
    const saved = hidden.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
    const text = `"toolFilters": ${pastedJson(['*', ...hidden.map((tool) => `!${tool.name}`)])}`;
    return h('div', { key: name }, h('h3', null, foreignName(name), ' ', h('span', { class: 'muted' }, `${counted(hidden.length, 'tool')}, saves ${counted(saved, 'token')}`)), paste(app, text));
  };
  return h('section', { 'aria-label': 'Lines to paste' }, h('h2', null, 'Lines to paste'), h('p', { class: 'muted' }, 'Paste a line into the entry of the server in the toolboxes file. If the entry has "toolFilters", add the names with "!" to its list.'), servers.map(line));
}

function filters(app, query, all) {
  const go = (changes) => {
    history.replaceState(null, '', hashOf('tools', [], { ...query, ...changes }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const servers = [...new Set(all.map(({ toolbox, server }) => `${toolbox}/${server}`))];
  return h(
    'div',
    { class: 'filters' },
    field('Words', { value: query.text, type: 'search', change: (text) => go({ text }), key: 'text' }),
    choice('Server', [['', 'any'], ...servers], { value: query.server ?? '', change: (server) => go({ server }), key: 'server' }),
    choice('Use', [['', 'any'], ['1', `not used in ${kUnusedDays} days`]], { value: query.unused ?? '', change: (unused) => go({ unused }), key: 'unused' }),
    button('Refresh', () => (app.forget('tools'), app.forget('uses')), { kind: 'quiet', key: 'refresh' }),
  );
}

let asked = '';

function explainForm() {
  const submit = (event) => {
    event.preventDefault();
    const [toolbox, server, ...tool] = asked.trim().split('/');
    if (tool.length > 0) location.hash = hashOf('tools', [toolbox, server, tool.join('/')]);
  };
  return h('form', { class: 'filters', on: { submit } }, field('Why is a tool hidden or renamed?', { change: (value) => (asked = value), placeholder: 'TOOLBOX/SERVER/TOOL', kind: 'long', key: 'explain' }), button('Explain', null, { type: 'submit' }));
}

function list(app, query, all, uses) {
  if (all.length === 0) return empty('No server lists a tool.', h('p', null, 'See ', h('a', { href: hashOf('servers') }, 'Servers'), ' for those that fail.'));
  const shown = all.filter((tool) => isShown(tool, query));
  const tokens = shown.reduce((sum, tool) => sum + (tool.tokens ?? 0), 0);
  const isShort = uses?.since > dayBefore(kUnusedDays);
  return [
    h('p', { class: 'muted', role: 'status' }, `${counted(shown.length, 'tool')}, ${counted(tokens, 'token')} (estimated).`, uses?.since && ` Uses are on record since ${uses.since}.`),
    query.unused && isShort && h('p', { class: 'notice' }, `The record is shorter than ${kUnusedDays} days: what is listed here may still be used.`),
    shown.length > 0 ? table(shown) : empty('No tool matches.', h('p', null, h('a', { href: hashOf('tools') }, 'Show all tools'))),
    query.unused && shown.length > 0 && filterLines(app, shown),
  ];
}

export const tools = {
  name: 'Tools',
  draw(app, { parts, query }) {
    if (parts.length >= 3) return toolPage(app, { toolbox: parts[0], server: parts[1], tool: parts.slice(2).join('/') });
    leaveToolPage();
    const heading = h('h1', { id: 'heading', tabindex: '-1' }, 'Tools');
    const { value: report, error } = listReport(app);
    const { value: uses } = usesOf(app);
    if (error) return [heading, notice({ tone: 'bad', text: error.message }), button('Try again', () => app.forget('tools'))];
    if (!report) return [heading, h('p', { class: 'muted', role: 'status' }, 'The servers are asked for their tools…')];
    const all = withUses(toolsOf(report), uses);
    return [heading, filters(app, query, all), list(app, query, all, uses), explainForm()];
  },
  leave: leaveToolPage,
};
