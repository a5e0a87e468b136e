// Tools as a model sees them, with what they cost and when they were used.

import { h } from '../base/element.js';
import { foreign, foreignName, pastedJson } from '../base/visible.js';
import { hashOf, replace } from '../base/route.js';
import { counted, number } from '../base/format.js';
import { button, choice, empty, field, paste } from '../parts/controls.js';
import { aside, failure, groups, heading, link, loading, muted, section, status, table } from '../parts/page.js';
import { nameOf } from '../parts/server_state.js';
import { toolPage, leaveToolPage } from './tool_page.js';

const kUnusedDays = 7;

/** [{toolbox, server, name, title, description, tokens}] of the report of `mcp-workbench list`. */
export function toolsOf(report) {
  return (report?.toolboxes ?? []).flatMap((toolbox) =>
    (toolbox.servers ?? []).flatMap((server) => (server.tools ?? []).map((tool) => ({ ...tool, toolbox: toolbox.name, server: server.name }))),
  );
}

export const listReport = (app) => app.cached('tools', () => app.request('tools').finally(() => app.state.cache.delete('costs'))); // what it has found has a cost
const usesOf = (app) => app.cached('uses', () => app.request('tool-uses'));
const tokensOf = (tools) => tools.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
const idOf = (tool) => JSON.stringify([tool.toolbox, tool.server, tool.tool ?? tool.name]);

function withUses(tools, uses) {
  const known = new Map((uses?.tools ?? []).map((use) => [idOf(use), use]));
  return tools.map((tool) => ({ ...tool, uses: known.get(idOf(tool))?.calls ?? 0, lastUsed: known.get(idOf(tool))?.lastUsed }));
}

const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const isUnused = (tool) => !tool.lastUsed || tool.lastUsed < dayBefore(kUnusedDays);

function isShown(tool, { text, server, unused }) {
  if (server && server !== nameOf(tool)) return false;
  if (unused && !isUnused(tool)) return false;
  return !text || [tool.name, tool.title, tool.description].some((part) => part?.toLowerCase().includes(text.toLowerCase()));
}

function row(tool) {
  return h(
    'tr',
    { key: idOf(tool) },
    h('th', { scope: 'row' }, link(hashOf('tools', [tool.toolbox, tool.server, tool.name]), foreignName(tool.name))),
    h('td.description', foreign(tool.description ?? '', { limit: 160 })),
    h('td.number', number(tool.tokens)),
    h('td.number', number(tool.uses)),
    h('td.number.wide', tool.lastUsed ?? 'never'),
  );
}

const kHead = [['Tool'], ['Description', 'description'], ['Tokens', 'number'], ['Calls', 'number'], ['Last used', 'number wide']];

const sumOf = (tools) => `${counted(tools.length, 'tool')}, ${counted(tokensOf(tools), 'token')}`;
const toolTable = (tools) => table('Tools', kHead, groups(tools, nameOf, sumOf, row, kHead));

/** The line of the toolboxes file that hides what is not used, for each server. */
function filterLines(app, tools) {
  const unused = tools.filter(isUnused);
  const servers = [...new Set(unused.map(nameOf))];
  const line = (name) => {
    const hidden = unused.filter((tool) => nameOf(tool) === name);
    const text = `"toolFilters": ${pastedJson(['*', ...hidden.map((tool) => `!${tool.name}`)])}`;
    return h('div', { key: name }, h('h3', foreignName(name), ' ', aside(`${counted(hidden.length, 'tool')}, saves ${counted(tokensOf(hidden), 'token')}`)), paste(app, text));
  };
  return section('Lines to paste', null, muted('Paste a line into the entry of the server in the toolboxes file. If the entry has "toolFilters", add the names with "!" to its list.'), servers.map(line));
}

function filters(app, query, all) {
  const go = (changes) => replace(hashOf('tools', [], { ...query, ...changes }));
  const servers = [...new Set(all.map(nameOf))];
  return h(
    'div.filters',
    field('Words', { value: query.text, type: 'search', change: (text) => go({ text }), key: 'text' }),
    choice('Server', [['', 'any'], ...servers], { value: query.server ?? '', change: (server) => go({ server }), key: 'server' }),
    choice('Use', [['', 'any'], ['1', `not used in ${kUnusedDays} days`]], { value: query.unused ?? '', change: (unused) => go({ unused }), key: 'unused' }),
    button('Refresh', () => (app.forget('tools'), app.forget('uses')), { kind: 'quiet', key: 'refresh' }),
  );
}

let asked = '';

function explainForm(label, action) {
  const submit = (event) => {
    event.preventDefault();
    const [toolbox, server, ...tool] = asked.trim().split('/');
    if (tool.length > 0) location.hash = hashOf('tools', [toolbox, server, tool.join('/')]);
  };
  return h('form', { class: 'filters', on: { submit } }, field(label, { change: (value) => (asked = value), placeholder: 'TOOLBOX/SERVER/TOOL', kind: 'long', key: 'explain' }), button(action, null, { type: 'submit' }));
}

function list(app, query, all, uses) {
  if (all.length === 0) return empty('No server lists a tool.', h('p', 'See ', link(hashOf('servers'), 'Servers'), ' for those that fail.'));
  const shown = all.filter((tool) => isShown(tool, query));
  const isShort = uses?.since > dayBefore(kUnusedDays);
  return [
    status(`${sumOf(shown)} (estimated).`, uses?.since && ` Uses are on record since ${uses.since}.`),
    query.unused && isShort && h('p.notice', `The record is shorter than ${kUnusedDays} days: what is listed here may still be used.`),
    shown.length > 0 ? toolTable(shown) : empty('No tool matches.', h('p', link(hashOf('tools'), 'Show all tools'))),
    query.unused && shown.length > 0 && filterLines(app, shown),
  ];
}

export const tools = {
  name: 'Tools',
  draw(app, { parts, query }) {
    if (parts.length >= 3) return toolPage(app, { toolbox: parts[0], server: parts[1], tool: parts.slice(2).join('/') });
    leaveToolPage();
    const title = heading('Tools');
    if (!app.state.who) return [title, loading()];
    if (!app.seesEverything) return [title, empty('Your right "console" is "own", which has no list of tools. Open one by its name.'), explainForm('Tool', 'Open')];
    const { value: report, error } = listReport(app);
    const { value: uses } = usesOf(app);
    if (error) return [title, failure(error.message, () => app.forget('tools'))];
    if (!report) return [title, status('The servers are asked for their tools…')];
    const all = withUses(toolsOf(report), uses);
    return [title, filters(app, query, all), list(app, query, all, uses), explainForm('Why is a tool hidden or renamed?', 'Explain')];
  },
  leave: leaveToolPage,
};
