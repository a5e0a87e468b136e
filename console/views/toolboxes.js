// What a client of a chosen host is shown, and what that costs, next to all servers directly; and the configuration.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { counted, estimatedTokens, number } from '../base/format.js';
import { badge, choice, empty, facts, task } from '../parts/controls.js';
import { actions, failure, given, heading, loading, muted, section, status, table } from '../parts/page.js';
import { McpClient } from '../mcp/client.js';

/**
 * What `explain` lists: {hosts: [{host, clientInfo, mode, because, startTokens}], toolboxes: [{name, tools, openTokens,
 * directTokens, unknownServers}], directTokens}. `clientInfo` is a pattern such as "claude-code*@>=2.1.7".
 */
const costsOf = (app) => app.cached('costs', () => app.request('explain', {}));

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
    h('dt', label),
    h('dd', h('span.number', number(tokens)), h('span', { class: 'track', 'aria-hidden': 'true' }, h('span', { class: `bar ${kind}`, style: { left: '0', width: `${Math.max(0.5, (100 * tokens) / most)}%` } }))),
  ];
  return h('dl', { class: 'comparison', 'aria-label': 'Tokens' }, through !== undefined && line('Tokens at the start', through, 'good'), direct !== undefined && line('Tokens of all servers directly', direct, 'none'));
}

function shownTools(tools) {
  const row = (tool) => h('tr', { key: tool.name }, h('th', { scope: 'row' }, foreignName(tool.name)), h('td.description', foreign(tool.description ?? '', { limit: 160 })), h('td.number', number(tool.tokens)));
  return table('Tools that the client is shown', [['Tool'], ['Description', 'description'], ['Tokens', 'number']], h('tbody', tools.map(row)));
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
    host && facts([['Mode', host.mode && badge(host.mode, 'calm')], ['Because', given(host.because)], ['Client', foreignName(`${client.name} ${client.version}`)]]),
    failure(shown.error?.message),
    !shown.value && !shown.error && status('The workbench is asked as this client…'),
    comparison(host?.startTokens ?? shown.value?.tokens, value.directTokens),
    shown.value && [ h('h3', counted(shown.value.tools.length, 'tool')), shownTools(shown.value.tools), shown.value.instructions && [h('h3', 'Instructions'), foreignText(shown.value.instructions)]],
  ];
}

const kColumns = [['Toolbox'], ['Tools', 'number extra'], ['Tokens when opened', 'number'], ['Tokens directly', 'number']];

function toolboxRow(toolbox) {
  const unknown = toolbox.unknownServers ?? [];
  const amount = (value) => (unknown.length === 0 ? number(value) : toolbox.tools > 0 ? `at least ${number(value)}` : 'unknown');
  return h(
    'tr',
    { key: toolbox.name },
    h('th', { scope: 'row' }, foreignName(toolbox.name), unknown.length > 0 && h('div.muted.small', 'without ', foreignName(unknown.join(', ')), ': tools not known')),
    [toolbox.tools, toolbox.openTokens, toolbox.directTokens].map((value, at) => h('td', { class: kColumns[at + 1][1] }, amount(value))),
  );
}

function toolboxTable(app) {
  const { value, error } = costsOf(app);
  if (error) return failure(error.message, () => app.forget('costs'));
  if (!value) return loading();
  if ((value.toolboxes ?? []).length === 0) return empty('There is no toolbox.', h('p', 'Write one into the toolboxes file, or run ', h('code', 'mcp-workbench init'), '.'));
  const isIncomplete = value.toolboxes.some(({ unknownServers = [] }) => unknownServers.length > 0);
  return [
    table('Toolboxes', kColumns, h('tbody', value.toolboxes.map(toolboxRow))),
    isIncomplete && actions(task(app, 'count', 'Start them once and count', () => count(app))),
  ];
}

/** What a list has found of the servers is known to `explain` afterwards. */
async function count(app) {
  await app.request('tools');
  app.forget('costs');
  return 'What is still unknown could not be started, or is not kept (catalog.cache).';
}

function outcomeOf({ outcome, messages = [] }) {
  if (outcome === 'failed') throw new Error(messages.join('\n'));
  return outcome;
}

function configuration(app) {
  const check = async () => app.update({ check: await app.request('check') });
  const reload = () => app.request('reload').then(outcomeOf);
  const { check: checked, who } = app.state;
  return section(
    'Configuration',
    null,
    facts([['Toolboxes file', given(who?.toolboxesFile)], ['Lock file', given(who?.lockFile)]]),
    muted('This page cannot change these files. Edit them, check them, and reload.'),
    actions(task(app, 'check', 'Check the files', check), task(app, 'reload', 'Reload', reload)),
    checked && h('div', { role: 'status' }, badge(checked.isValid ? 'valid' : 'not valid', checked.isValid ? 'good' : 'bad'), foreignText(checked.text)),
  );
}

export const toolboxes = {
  name: 'Toolboxes',
  draw(app, { query }) {
    const title = heading('Toolboxes');
    if (app.state.who && !app.seesEverything) return [title, empty('Only an operator that sees everything is shown the configuration.', h('p', 'Your right "console" is "own".'))];
    return [
      title,
      toolboxTable(app),
      section('What a client is shown', null, hostSection(app, query)),
      configuration(app),
    ];
  },
};
