// Writes catalog.json: starts public MCP servers one after the other and asks each for its tools.
//
//   npm install --prefix FOLDER --ignore-scripts PACKAGE...      (those of the table below)
//   node make_catalog.mjs FOLDER > catalog.json
//
// None of them needs an account to list its tools: they check the tokens in `env` when a tool is called.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const kMaxDescription = 200; // characters: the beginning says what a tool does
const kTimeLimit = 60_000; // milliseconds, for one answer

const kServers = {
  'sequential-thinking': { package: '@modelcontextprotocol/server-sequential-thinking' },
  context7: { package: '@upstash/context7-mcp' },
  tavily: { package: 'tavily-mcp', env: { TAVILY_API_KEY: 'tvly-none' } },
  github: { package: '@modelcontextprotocol/server-github' },
  playwright: { package: '@playwright/mcp' },
  'chrome-devtools': { package: 'chrome-devtools-mcp', args: ['--no-usage-statistics'] },
  'brave-search': {
    package: '@brave/brave-search-mcp-server',
    args: ['--transport', 'stdio'],
    env: { BRAVE_API_KEY: 'none' },
  },
  circleci: { package: '@circleci/mcp-server-circleci', env: { CIRCLECI_TOKEN: 'none' } },
  firecrawl: { package: 'firecrawl-mcp', env: { FIRECRAWL_API_KEY: 'fc-none' } },
  chart: { package: '@antv/mcp-server-chart' },
  notion: { package: '@notionhq/notion-mcp-server', env: { NOTION_TOKEN: 'ntn_none' } },
  mongodb: {
    package: 'mongodb-mcp-server',
    env: { MDB_MCP_API_CLIENT_ID: 'none', MDB_MCP_API_CLIENT_SECRET: 'none', MDB_MCP_TELEMETRY: 'disabled' },
  },
  monday: { package: '@mondaydotcomorg/monday-api-mcp', args: ['-t', 'none'] },
  ebay: { package: 'ebay-mcp', env: { EBAY_CLIENT_ID: 'none', EBAY_CLIENT_SECRET: 'none' } },
  gitlab: {
    package: '@zereight/mcp-gitlab',
    env: {
      GITLAB_PERSONAL_ACCESS_TOKEN: 'glpat-none',
      USE_GITLAB_WIKI: 'true',
      USE_MILESTONE: 'true',
      USE_PIPELINE: 'true',
    },
  },
  azure: {
    package: '@azure/mcp',
    args: ['server', 'start', '--mode', 'all'], // a tool for each operation, not one for each service
    env: { AZURE_MCP_COLLECT_TELEMETRY: 'false', DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
  },
  filesystem: { package: '@modelcontextprotocol/server-filesystem', args: ['.'] },
  memory: { package: '@modelcontextprotocol/server-memory' },
  slack: { package: '@modelcontextprotocol/server-slack', env: { SLACK_BOT_TOKEN: 'none', SLACK_TEAM_ID: 'none' } },
  hubspot: { package: '@hubspot/mcp-server', env: { PRIVATE_APP_ACCESS_TOKEN: 'none' } },
  kubernetes: { package: 'mcp-server-kubernetes' },
  figma: { package: 'figma-developer-mcp', args: ['--stdio', '--figma-api-key=none'] },
  'desktop-commander': { package: '@wonderwhy-er/desktop-commander' },
};

/** A legacy client of a child process: {request, notify, end}. */
function connect(script, args, env, home) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, DISABLE_TELEMETRY: 'true', DO_NOT_TRACK: '1', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  let last = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdin.on('error', () => {}); // its end is noticed below
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return; // some log to stdout
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), kTimeLimit);
      child.once('exit', (code) => reject(new Error(`${method}: the server has ended with ${code}`)));
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
      send({ id, method, params });
    });
  return { request, notify: (method) => send({ method }), end: () => child.kill('SIGKILL') };
}

async function toolsOf(client) {
  await client.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'catalog', version: '1' },
  });
  client.notify('notifications/initialized');
  const tools = [];
  let cursor;
  do {
    const page = await client.request('tools/list', cursor ? { cursor } : {});
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor);
  return tools;
}

function shortened(text = '') {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= kMaxDescription ? line : `${line.slice(0, kMaxDescription).replace(/ [^ ]*$/, '')}...`;
}

const entryOf = ({ name, title, description, inputSchema }) =>
  JSON.stringify({
    name,
    title,
    description: shortened(description),
    arguments: Object.keys(inputSchema?.properties ?? {}),
  });

async function serverEntry(name, { package: id, args = [], env }, folder) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'catalog-'));
  const place = path.join(folder, 'node_modules', id);
  const { bin, version } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const script = realpathSync(path.join(place, typeof bin === 'string' ? bin : Object.values(bin)[0]));
  const client = connect(script, args, env, home);
  try {
    const lines = (await toolsOf(client)).map(entryOf);
    console.error(`${name}: ${lines.length}`);
    const head = `{"server":${JSON.stringify(name)},"package":${JSON.stringify(`${id}@${version}`)},"tools":[`;
    return `${head}\n${lines.join(',\n')}\n]}`;
  } finally {
    client.end();
    rmSync(home, { recursive: true, force: true });
  }
}

const entries = [];
for (const [name, server] of Object.entries(kServers)) entries.push(await serverEntry(name, server, process.argv[2]));
console.log(`{"servers":[\n${entries.join(',\n')}\n]}`);
