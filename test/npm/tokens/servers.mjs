// The servers of the token benchmark: public, widely used, and able to list their tools without a network. They check
// the tokens and addresses in `env` when a tool is called, so these need not be real.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const kHere = fileURLToPath(new URL('.', import.meta.url));
const kOurs = path.join(kHere, 'node_modules');
const kTests = path.join(kHere, '..', 'node_modules'); // has the official servers that the tests use

/** A package as an entry of a configuration: its first program, run by the node that runs us. */
function entryOf(folder, { bin }, args, env, home) {
  const script = typeof bin === 'string' ? bin : Object.values(bin)[0];
  return {
    command: process.execPath,
    args: [path.join(folder, script), ...args],
    env: { HOME: home, DISABLE_TELEMETRY: 'true', DO_NOT_TRACK: '1', ...env },
    cwd: home,
  };
}

const kServers = {
  filesystem: {
    package: '@modelcontextprotocol/server-filesystem',
    from: kTests,
    args: ['.'],
    about: 'Files of the project, to read and to change.',
  },
  memory: {
    package: '@modelcontextprotocol/server-memory',
    from: kTests,
    about: 'What was learned earlier, as a graph.',
  },
  everything: {
    package: '@modelcontextprotocol/server-everything',
    from: kTests,
    about: 'Every feature of the protocol, for tests.',
  },
  'sequential-thinking': {
    package: '@modelcontextprotocol/server-sequential-thinking',
    about: 'Thinking step by step.',
  },
  context7: { package: '@upstash/context7-mcp', about: 'Documentation of libraries.' },
  tavily: { package: 'tavily-mcp', env: { TAVILY_API_KEY: 'tvly-none' }, about: 'Search of the web.' },
  github: { package: '@modelcontextprotocol/server-github', about: 'Repositories and pull requests on GitHub.' },
  playwright: { package: '@playwright/mcp', about: 'A browser, by its accessibility tree.' },
  'chrome-devtools': {
    package: 'chrome-devtools-mcp',
    args: ['--no-usage-statistics'],
    about: 'Chrome with its developer tools.',
  },
  'brave-search': {
    package: '@brave/brave-search-mcp-server',
    args: ['--transport', 'stdio'],
    env: { BRAVE_API_KEY: 'none' },
    about: 'Search of the web, news, images and places.',
  },
  circleci: {
    package: '@circleci/mcp-server-circleci',
    env: { CIRCLECI_TOKEN: 'none' },
    about: 'Pipelines on CircleCI.',
  },
  firecrawl: { package: 'firecrawl-mcp', env: { FIRECRAWL_API_KEY: 'fc-none' }, about: 'Web pages as text and data.' },
  chart: { package: '@antv/mcp-server-chart', about: 'Charts and maps.' },
  notion: { package: '@notionhq/notion-mcp-server', env: { NOTION_TOKEN: 'ntn_none' }, about: 'Pages in Notion.' },
  mongodb: {
    package: 'mongodb-mcp-server',
    env: { MDB_MCP_API_CLIENT_ID: 'none', MDB_MCP_API_CLIENT_SECRET: 'none', MDB_MCP_TELEMETRY: 'disabled' },
    about: 'Databases of MongoDB, and Atlas.',
  },
  monday: { package: '@mondaydotcomorg/monday-api-mcp', args: ['-t', 'none'], about: 'Boards on monday.com.' },
  ebay: {
    package: 'ebay-mcp',
    env: { EBAY_CLIENT_ID: 'none', EBAY_CLIENT_SECRET: 'none' },
    about: 'What a seller does on eBay.',
  },
  gitlab: {
    package: '@zereight/mcp-gitlab',
    env: {
      GITLAB_PERSONAL_ACCESS_TOKEN: 'glpat-none',
      USE_GITLAB_WIKI: 'true',
      USE_MILESTONE: 'true',
      USE_PIPELINE: 'true',
    },
    about: 'Projects, merge requests and pipelines on GitLab.',
  },
  azure: {
    package: '@azure/mcp',
    args: ['server', 'start', '--mode', 'all'], // a tool for each operation, not one for each service
    env: { AZURE_MCP_COLLECT_TELEMETRY: 'false', DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
    about: 'Resources on Azure.',
  },
  slack: {
    package: '@modelcontextprotocol/server-slack',
    env: { SLACK_BOT_TOKEN: 'none', SLACK_TEAM_ID: 'none' },
    about: 'Channels and messages in Slack.',
  },
  hubspot: {
    package: '@hubspot/mcp-server',
    env: { PRIVATE_APP_ACCESS_TOKEN: 'none' },
    about: 'Contacts, companies and deals in HubSpot.',
  },
  kubernetes: { package: 'mcp-server-kubernetes', about: 'Clusters of Kubernetes, by kubectl and Helm.' },
  figma: { package: 'figma-developer-mcp', args: ['--stdio', '--figma-api-key=none'], about: 'Designs in Figma.' },
  'desktop-commander': {
    package: '@wonderwhy-er/desktop-commander',
    about: 'Files, searches and processes of this machine.',
  },
  perplexity: {
    package: '@perplexity-ai/mcp-server',
    env: { PERPLEXITY_API_KEY: 'none' },
    about: 'Answers and research from the web, with their sources.',
  },
  exa: { package: 'exa-mcp-server', env: { EXA_API_KEY: 'none' }, about: 'Search of the web by meaning.' },
  shortcut: {
    package: '@shortcut/mcp',
    env: { SHORTCUT_API_TOKEN: 'none' },
    about: 'Stories, epics and iterations in Shortcut.',
  },
  launchdarkly: {
    package: '@launchdarkly/mcp-server',
    args: ['start', '--api-key', 'none'],
    about: 'Feature flags in LaunchDarkly.',
  },
  argocd: {
    package: 'argocd-mcp',
    args: ['stdio'],
    env: { ARGOCD_BASE_URL: 'http://127.0.0.1:9', ARGOCD_API_TOKEN: 'none' },
    about: 'Applications that Argo CD deploys.',
  },
  jira: { package: '@aashari/mcp-server-atlassian-jira', about: 'Issues and projects in Jira.' },
  currents: { package: '@currents/mcp', env: { CURRENTS_API_KEY: 'none' }, about: 'Results of tests in Currents.' },
};

/**
 * The servers, or those that are `named`, in order of the table: {name, about, package (with its version),
 * entry}, `entry` being one of a configuration. They run in the folder `home` and keep what they write there.
 */
export function benchmarkServers(home, named = []) {
  const unknown = named.filter((name) => !kServers[name]);
  if (unknown.length) throw new Error(`no such server: ${unknown}; there are ${Object.keys(kServers)}`);
  const picked = Object.entries(kServers).filter(([name]) => !named.length || named.includes(name));
  return picked.map(([name, { package: id, from = kOurs, args = [], env, about }]) => {
    const folder = path.join(from, id);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return { name, about, package: `${id}@${manifest.version}`, entry: entryOf(folder, manifest, args, env, home) };
  });
}
