// However a server responds to the probe for its era, clients of both eras reach its tools, in both modes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WorkbenchSetup } from './lib/setup.mjs';

const kServer = fileURLToPath(new URL('fixture/probed_server.mjs', import.meta.url));
const kProbe = 'server/discover';

/** behavior: the first methods that its processes receive, one list for each process. */
const kReached = {
  'method-not-found': [[kProbe, 'initialize']],
  'invalid-params': [[kProbe, 'initialize']],
  'server-error': [[kProbe, 'initialize']],
  'nonsense-result': [[kProbe, 'initialize']],
  banner: [[kProbe, 'initialize']],
  'legacy-versions': [[kProbe, 'initialize']],
  'unsupported-legacy-listed': [[kProbe, 'initialize']],
  'other-version-first': [[kProbe, kProbe]],
  slow: [[kProbe, 'tools/list']],
  'half-modern': [[kProbe, 'tools/list']],
  dies: [[kProbe], ['initialize']],
  silent: [[kProbe, 'initialize']],
  late: [[kProbe, 'initialize']],
};

/** behavior: texts in the reason. */
const kUnreachable = {
  'foreign-version': [/2027-01-01/, /2026-07-28/],
  'missing-capability': [/Roots are missing/],
  'header-mismatch': [/Header and body disagree/],
};

const kClients = [
  { way: 'v1', client: 'legacy' },
  { way: 'v2 pinned', client: 'modern' },
];

function makeSetup(behavior, mode, options) {
  const backend = { command: process.execPath, args: [kServer, behavior] };
  return new WorkbenchSetup({ ...options, server: 'legacy', backend, mode });
}

/** Runs `body` with a client of the setup, and removes the setup. */
async function runWith(setup, body) {
  let client;
  try {
    client = await setup.open();
    await body(client);
  } finally {
    await client?.close();
    setup.remove();
  }
}

/** The methods of the requests that each process of the server received. */
function methodsOf(setup) {
  const requests = ({ sender, message }) => sender === 'client' && message.id !== undefined && message.method;
  return setup.back.exchanges().map((exchange) => exchange.filter(requests).map(({ message }) => message.method));
}

const hello = { toolbox: 'only', server: 'only', tool: 'hello' };
const kCall = {
  flat: (client, args = {}) => client.callTool('hello', args),
  proxy: (client, args = {}) => client.callTool('use_tool', { tool: hello, arguments: args }),
};
const openToolbox = (client) => client.callTool('open_toolbox', { toolbox_name: 'only' });

for (const mode of ['flat', 'proxy']) {
  for (const options of kClients) {
    describe(`${mode} mode, ${options.client} client`, () => {
      for (const [behavior, beginnings] of Object.entries(kReached)) {
        test(`reaches the tool of a server: ${behavior}`, () => {
          const setup = makeSetup(behavior, mode, options);
          return runWith(setup, async (client) => {
            if (mode === 'proxy') await openToolbox(client);
            const result = await kCall[mode](client);
            assert.equal(result.content[0].text, `hello from ${behavior}`);
            const first = methodsOf(setup).map((methods, i) => methods.slice(0, beginnings[i]?.length));
            assert.deepEqual(first, beginnings);
            assert.deepEqual(setup.faults(), []);
          });
        });
      }
    });
  }
}

describe('a server of an unknown era', () => {
  for (const [behavior, reasons] of Object.entries(kUnreachable)) {
    test(`fails with its reason and gets no initialize: ${behavior}`, () => {
      const setup = makeSetup(behavior, 'proxy', kClients[0]);
      return runWith(setup, async (client) => {
        const result = await openToolbox(client);
        assert.ok(result.isError);
        for (const reason of reasons) assert.match(result.content[0].text, reason);
        assert.deepEqual([...new Set(methodsOf(setup).flat())], [kProbe]);
      });
    });
  }
});

test('a server that exited at the probe is never probed again', () => {
  const setup = makeSetup('dies', 'flat', kClients[0]);
  return runWith(setup, async (client) => {
    await kCall.flat(client);
    await kCall.flat(client, { crash: true }).catch(() => {}); // an error of either kind
    assert.equal((await kCall.flat(client)).content[0].text, 'hello from dies');
    const firsts = methodsOf(setup).map(([first]) => first);
    assert.deepEqual(firsts, [kProbe, 'initialize', 'initialize']);
  });
});
