// Every kind of client and of server in the matrix, and what the specification makes impossible between them.

import { fileURLToPath } from 'node:url';
import { kLatestLegacy, kModern } from './revisions.mjs';
import { fixture } from './setup.mjs';

export const kRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', kLatestLegacy, kModern];
const kLegacyRevisions = kRevisions.slice(0, -1);

// Clients: {name, revision, transport, way, options}; `way` and `options` are those of a PairingClient.

const kElicitation = { '2025-06-18': {}, [kLatestLegacy]: { form: {}, url: {} }, [kModern]: { form: {}, url: {} } };

/** All capabilities of clients that the revision has. */
const capabilitiesOf = (revision) => ({
  sampling: {},
  roots: { listChanged: true },
  ...(kElicitation[revision] && { elicitation: kElicitation[revision] }),
});

const clientKind = (way, revision, transport) => ({
  name: `${way.split(' ')[0]} client of ${revision} over ${transport}`,
  revision,
  transport,
  way,
  options: { capabilities: capabilitiesOf(revision), ...(revision !== kModern && { revision }) },
});

const kClientTransports = ['stdio', 'Streamable HTTP'];
const inEachTransport = (way, revision) => kClientTransports.map((transport) => clientKind(way, revision, transport));

export const kClients = [
  ...kLegacyRevisions.flatMap((revision) => inEachTransport('v1', revision)),
  ...kLegacyRevisions.flatMap((revision) => inEachTransport('v2 legacy', revision)),
  ...inEachTransport('v2 pinned', kModern),
];

// Servers: {name, revision, transport, command, args}.

const kFirstGeneration = fileURLToPath(new URL('../fixture/first_generation.mjs', import.meta.url));
const kListen = { 'stdio': [], 'Streamable HTTP': ['--http', '0'], 'HTTP+SSE': ['--sse', '0'] };

const programs = {
  v1: (revision, ...args) => ({ command: process.execPath, args: [kFirstGeneration, '--revision', revision, ...args] }),
  v2: (revision, ...args) =>
    revision === kModern ? fixture('modern', ...args) : fixture('legacy', '--revision', revision, ...args),
};

const serverKind = (library, revision, transport) => ({
  name: `${library} server of ${revision} over ${transport}`,
  revision,
  transport,
  ...programs[library](revision, ...kListen[transport]),
});

/** HTTP+SSE was replaced by Streamable HTTP in the second revision, and the second library does not serve it. */
export const kServers = [
  serverKind('v1', '2024-11-05', 'HTTP+SSE'),
  ...kLegacyRevisions.flatMap((revision) => [serverKind('v1', revision, 'stdio'), serverKind('v2', revision, 'stdio')]),
  ...kLegacyRevisions.slice(1).flatMap((revision) => [
    serverKind('v1', revision, 'Streamable HTTP'),
    serverKind('v2', revision, 'Streamable HTTP'),
  ]),
  serverKind('v2', kModern, 'stdio'),
  serverKind('v2', kModern, 'Streamable HTTP'),
];

// What is impossible.

const kHasElicitation = (revision) => revision >= '2025-06-18';

/** {feature: {side, reason}} of a pair of revisions. */
export function impossible(client, server) {
  const reason = 'came with 2025-06-18: older clients and servers do not have it';
  if (!kHasElicitation(server)) return { elicitation: { side: 'server', reason } };
  if (!kHasElicitation(client)) return { elicitation: { side: 'client', reason } };
  return {};
}
