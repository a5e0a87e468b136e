// Runs the official conformance suite: `node run.mjs WHAT [ARGUMENTS]`
//
// fixture    against the fixture alone: a failure in another run is then the workbench's own
// flat       against the workbench in flat mode, with the fixture behind it. PAIRING is the era of the client and that of
//            the fixture, M for modern and L for legacy; TRANSPORT, between workbench and fixture, is stdio or http
// listener   against the workbench in proxy mode with the toolboxes of the demo: the scenarios that need no special tools
// transport  the suite plays the server, and the workbench reaches it over HTTP
// auth       likewise, and the server demands a login; further arguments: only these scenarios

import { fileURLToPath } from 'node:url';
import { WorkbenchOverHttp, demonstration, fixtureOverHttp } from '../lib/over_http.mjs';
import { fixture } from '../lib/setup.mjs';
import { testClient, testServer, testServerScenarios } from './suite.mjs';

const kRevisions = { legacy: '2025-11-25', modern: '2026-07-28' };
const kEras = { L: 'legacy', M: 'modern' };

/** Of the fixture: it has the extension for tasks where it is a modern server. */
const kTasks = '--tasks';

const kListenerScenarios = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'logging-set-level',
    'tools-list',
    'server-session-lifecycle',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-sse-multiple-streams',
    'tools-list',
    'caching',
    'server-stateless',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
};

/** All client scenarios but those of kAuthScenarios. */
const kTransportScenarios = {
  '2025-11-25': [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'json-schema-2020-12-preservation',
  ],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'sep-2322-client-request-state',
    'json-schema-ref-no-deref',
  ],
};

const kAuthOfBoth = [
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  // Of an extension, not scored:
  'auth/client-credentials-basic',
  'auth/client-credentials-jwt',
];

/** None of these scenarios waits for a fixed time. */
const kAuthAtOnce = 2;

/** The client scenarios on authorization: all that are scored, and those of the extensions that the workbench has. */
const kAuthScenarios = {
  '2025-11-25': [
    ...kAuthOfBoth,
    // Of servers that have not changed since, not scored:
    'auth/2025-03-26-oauth-metadata-backcompat',
  ],
  '2026-07-28': [
    ...kAuthOfBoth,
    'auth/resource-mismatch',
    'auth/offline-access-scope',
    'auth/offline-access-not-supported',
    'auth/authorization-server-migration',
    'auth/iss-supported',
    'auth/iss-not-advertised',
    'auth/iss-supported-missing',
    'auth/iss-wrong-issuer',
    'auth/iss-unexpected',
    'auth/iss-normalized',
    'auth/metadata-issuer-mismatch',
  ],
};

const inThisFolder = (name) => fileURLToPath(new URL(name, import.meta.url));
const clientCommand = (name) => `${process.execPath} ${inThisFolder(name)}`;
const expectedFailures = (name) => inThisFolder(`expected-failures/${name}.yml`);

/** Runs `check` with a workbench. True if it is true and the workbench exits with 0. */
async function withWorkbench(toolboxes, env, check) {
  const workbench = await WorkbenchOverHttp.start(toolboxes, env);
  const isExpected = await check(workbench.url);
  if (!isExpected) console.log(`  the end of the workbench's log:\n${workbench.log.slice(-60).join('\n')}`);
  const code = await workbench.stop();
  if (code !== 0) console.log(`  the workbench exited with ${code}`);
  return isExpected && code === 0;
}

/** Runs `check` with each revision and its scenarios, one after another. True if all are. */
async function inEachRevision(scenarios, check) {
  let isExpected = true;
  for (const [revision, names] of Object.entries(scenarios)) isExpected = (await check(revision, names)) && isExpected;
  return isExpected;
}

const kRuns = {
  async fixture() {
    const alone = await fixtureOverHttp('both', kTasks);
    const isExpected = await inEachRevision({ '2025-11-25': [], '2026-07-28': [] }, (revision) =>
      testServer(`fixture, ${revision}`, { url: alone.url, hasTasks: true }, revision),
    );
    await alone.stop();
    return isExpected;
  },

  async flat(pairing, transport) {
    const [client, server] = [...pairing].map((letter) => kEras[letter]);
    const remote = transport === 'http' ? await fixtureOverHttp(server, kTasks) : undefined;
    const entry = remote ? { type: 'http', url: remote.url } : fixture(server, kTasks);
    const only = { description: 'What the suite needs', mcpServers: { only: { ...entry, protocol: server } } };
    const revision = kRevisions[client];
    const title = `${pairing} over ${transport}, ${revision}`;
    const isExpected = await withWorkbench({ toolMode: 'flat', toolboxes: { only } }, {}, (url) =>
      testServer(title, { url, hasTasks: server === 'modern' }, revision, expectedFailures(pairing)),
    );
    await remote?.stop();
    return isExpected;
  },

  listener() {
    const demo = demonstration();
    return withWorkbench(demo.file, demo.env, (url) =>
      inEachRevision(kListenerScenarios, (revision, scenarios) => {
        const expected = revision === kRevisions.modern ? expectedFailures('listener') : undefined;
        return testServerScenarios(`listener, ${revision}`, url, revision, scenarios, expected);
      }),
    );
  },

  transport() {
    return inEachRevision(kTransportScenarios, (revision, scenarios) =>
      testClient(`transport, ${revision}`, clientCommand('client.mjs'), revision, scenarios),
    );
  },

  auth(...only) {
    const command = clientCommand('auth_client.mjs');
    const isWanted = (scenario) => only.length === 0 || only.includes(scenario);
    return inEachRevision(kAuthScenarios, (revision, scenarios) =>
      testClient(`auth, ${revision}`, command, revision, scenarios.filter(isWanted), kAuthAtOnce),
    );
  },
};

const [what, ...args] = process.argv.slice(2);
process.exitCode = (await kRuns[what](...args)) ? 0 : 1;
