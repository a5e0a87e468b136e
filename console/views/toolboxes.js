// What a client of a chosen host is shown and what that costs its model, next to the cost of all servers without a workbench;
// and what is to be said of the configuration.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { counted, estimatedTokens, number } from '../base/format.js';
import { badge, button, choice, empty, facts, notice } from '../parts/controls.js';
import { McpClient } from '../mcp/client.js';

/**
 * What `explain` lists: {hosts: [{host, clientInfo, mode, because, startTokens}], toolboxes: [{name, tools, openTokens,
 * directTokens, unknownServers}], directTokens}. `clientInfo` is a pattern such as "claude-code*@>=2.1.7".
 */
const costsOf = (app) => app.cached('costs', () => app.request('workbench/explain', {}));

/** A client that the pattern matches: its name without the star, and a version that is new enough. */
function clientOf(pattern) {
  const [name, version = '1.0'] = pattern.replaceAll('*', '').split(/@(?=[^/]*$)/);
  return { name, version: version.replace(/^[<>=~^ ]+/, '') || '1.0' };
}

/** What a client with this name gets from the workbench: instructions and tools, with their estimated tokens. */
async function shownTo(app, clientInfo) {
  const client = await McpClient.open(app.session, { clientInfo });
  try {
    const tools = await client.listTools();
    const instructions = client.server.instructions ?? '';
    const costs = tools.map((tool) => ({ name: tool.name, description: tool.description, tokens: estimatedTokens(JSON.stringify(tool)) }));
    return { instructions, tools: costs, tokens: costs.reduce((sum, tool) => sum + tool.tokens, estimatedTokens(instructions)) };
  } finally {
    client.close();
  }
}

function comparison(through, direct) {
  const most = Math.max(through ?? 0, direct ?? 0, 1);
  const line = (label, tokens, kind) => [
    h('dt', null, label),
    h('dd', null, h('span', { class: 'number' }, number(tokens)), h('span', { class: 'track', 'aria-hidden': 'true' }, h('span', { class: `bar ${kind}`, style: { left: '0', width: `${Math.max(0.5, (100 * tokens) / most)}%` } }))),
  ];
  return h('dl', { class: 'comparison', 'aria-label': 'Tokens' }, through !== undefined && line('Tokens at the start', through, 'good'), direct !== undefined && line('Tokens of all servers directly', direct, 'none'));
}

function shownTools(tools) {
  const row = (tool) => h('tr', { key: tool.name }, h('th', { scope: 'row' }, foreignName(tool.name)), h('td', { class: 'description' }, foreign(tool.description ?? '', { limit: 160 })), h('td', { class: 'number' }, number(tool.tokens)));
  const head = h('tr', null, h('th', { scope: 'col' }, 'Tool'), h('th', { scope: 'col', class: 'description' }, 'Description'), h('th', { scope: 'col', class: 'number' }, 'Tokens'));
  return h('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': 'Tools that the client is shown' }, h('table', null, h('thead', null, head), h('tbody', null, tools.map(row))));
}

function hostSection(app, query) {
  const { value } = costsOf(app);
  if (!value) return null;
  const hosts = value.hosts ?? [];
  const chosen = query.host ?? hosts[0]?.clientInfo ?? '';
  const host = hosts.find((each) => each.clientInfo === chosen);
  const client = clientOf(chosen);
  const shown = chosen ? app.cached(`shown:${chosen}`, () => shownTo(app, client)) : {};
  const options = hosts.map((each) => [each.clientInfo, `${each.host ?? 'a client'} (${each.clientInfo})`]);
  return [
    choice('Host', options, { value: chosen, change: (next) => (location.hash = hashOf('toolboxes', [], { host: next })), key: 'host' }),
    host && facts([['Mode', host.mode && badge(host.mode, 'calm')], ['Because', host.because && foreign(host.because)], ['Client', foreignName(`${client.name} ${client.version}`)]]),
    notice(shown.error && { tone: 'bad', text: shown.error.message }),
    !shown.value && !shown.error && h('p', { class: 'muted', role: 'status' }, 'The workbench is asked as this client…'),
    comparison(host?.startTokens ?? shown.value?.tokens, value.directTokens),
    shown.value && [ h('h3', null, counted(shown.value.tools.length, 'tool')), shownTools(shown.value.tools), shown.value.instructions && [h('h3', null, 'Instructions'), foreignText(shown.value.instructions)]],
  ];
}

const kColumns = [['Toolbox'], ['Tools', 'number'], ['Tokens when opened', 'number'], ['Tokens directly', 'number']];

function toolboxRow(toolbox) {
  const unknown = toolbox.unknownServers ?? [];
  return h(
    'tr',
    { key: toolbox.name },
    h('th', { scope: 'row' }, foreignName(toolbox.name), unknown.length > 0 && h('div', { class: 'muted small' }, 'without ', foreignName(unknown.join(', ')), ': not started yet')),
    h('td', { class: 'number' }, number(toolbox.tools)),
    h('td', { class: 'number' }, number(toolbox.openTokens)),
    h('td', { class: 'number' }, number(toolbox.directTokens)),
  );
}

function toolboxTable(app) {
  const { value, error } = costsOf(app);
  if (error) return [notice({ tone: 'bad', text: error.message }), button('Try again', () => app.forget('costs'))];
  if (!value) return h('p', { class: 'muted', role: 'status' }, 'Loading…');
  if ((value.toolboxes ?? []).length === 0) return empty('There is no toolbox.', h('p', null, 'Write one into the toolboxes file, or run ', h('code', null, 'mcp-workbench init'), '.'));
  const head = h('tr', null, kColumns.map(([text, kind]) => h('th', { scope: 'col', class: kind }, text)));
  return h('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': 'Toolboxes' }, h('table', null, h('thead', null, head), h('tbody', null, value.toolboxes.map(toolboxRow))));
}

function outcomeOf({ outcome, messages = [] }) {
  if (outcome === 'failed') throw new Error(messages.join('\n'));
  return outcome;
}

function configuration(app) {
  const check = () => app.run('check', async () => app.update({ check: await app.request('workbench/check') }));
  const reload = () => app.run('reload', () => app.request('workbench/reload').then(outcomeOf));
  const { check: checked, who } = app.state;
  return h(
    'section',
    { 'aria-label': 'Configuration' },
    h('h2', null, 'Configuration'),
    facts([['Toolboxes file', who?.toolboxesFile && foreign(who.toolboxesFile)], ['Lock file', who?.lockFile && foreign(who.lockFile)]]),
    h('p', { class: 'muted' }, 'This page cannot change these files. Edit them, check them, and reload.'),
    h('div', { class: 'actions' }, button('Check the files', check, { isBusy: app.isBusy('check') }), button('Reload', reload, { isBusy: app.isBusy('reload') })),
    notice(app.noticeOf('check')),
    notice(app.noticeOf('reload')),
    checked && h('div', { role: 'status' }, badge(checked.isValid ? 'valid' : 'not valid', checked.isValid ? 'good' : 'bad'), foreignText(checked.text)),
  );
}

export const toolboxes = {
  name: 'Toolboxes',
  draw(app, { query }) {
    const heading = h('h1', { id: 'heading', tabindex: '-1' }, 'Toolboxes');
    if (app.state.who && !app.seesEverything) return [heading, empty('Only an operator that sees everything is shown the configuration.', h('p', null, 'Your right "console" is "own".'))];
    return [
      heading,
      toolboxTable(app),
      h('section', { 'aria-label': 'What a client is shown' }, h('h2', null, 'What a client is shown'), hostSection(app, query)),
      configuration(app),
    ];
  },
};
