// However a server takes being asked for its era, its tools are reached, by clients of both eras and in both modes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WorkbenchStage } from './lib/stage.mjs';

const kServer = fileURLToPath(new URL('fixture/probed_server.mjs', import.meta.url));
const kProbe = 'server/discover';

/** behavior: the methods that its processes are to hear first, one list for each process. */
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

/** behavior: what the reason must say. */
const kUnreachable = {
  'foreign-version': [/2027-01-01/, /2026-07-28/],
  'missing-capability': [/Roots are missing/],
  'header-mismatch': [/Header and body disagree/],
};

const kCasts = [
  { way: 'v1', client: 'legacy' },
  { way: 'v2 pinned', client: 'modern' },
];

function play(behavior, mode, cast) {
  const backend = { command: process.execPath, args: [kServer, behavior] };
  return new WorkbenchStage({ ...cast, server: 'legacy', backend, mode });
}

/** Runs `body` with a client of the stage, and clears the stage away. */
async function played(stage, body) {
  let client;
  try {
    client = await stage.open();
    await body(client);
  } finally {
    await client?.close();
    stage.remove();
  }
}

/** What the processes of the server heard: the methods of the requests. */
function heard(stage) {
  const requests = ({ sender, message }) => sender === 'client' && message.id !== undefined && message.method;
  return stage.back.conversations().map((said) => said.filter(requests).map(({ message }) => message.method));
}

const hello = { toolbox: 'only', server: 'only', tool: 'hello' };
const kCall = {
  flat: (client, args = {}) => client.callTool('hello', args),
  proxy: (client, args = {}) => client.callTool('use_tool', { tool: hello, arguments: args }),
};
const openToolbox = (client) => client.callTool('open_toolbox', { toolbox_name: 'only' });

for (const mode of ['flat', 'proxy']) {
  for (const cast of kCasts) {
    describe(`${mode} mode, ${cast.client} client`, () => {
      for (const [behavior, beginnings] of Object.entries(kReached)) {
        test(`reaches the tool of a server: ${behavior}`, () => {
          const stage = play(behavior, mode, cast);
          return played(stage, async (client) => {
            if (mode === 'proxy') await openToolbox(client);
            const result = await kCall[mode](client);
            assert.equal(result.content[0].text, `hello from ${behavior}`);
            const begun = heard(stage).map((methods, i) => methods.slice(0, beginnings[i]?.length));
            assert.deepEqual(begun, beginnings);
            assert.deepEqual(stage.faults(), []);
          });
        });
      }
    });
  }
}

describe('a server of no era that we know', () => {
  for (const [behavior, reasons] of Object.entries(kUnreachable)) {
    test(`fails with its reason, and is not asked to shake hands: ${behavior}`, () => {
      const stage = play(behavior, 'proxy', kCasts[0]);
      return played(stage, async (client) => {
        const result = await openToolbox(client);
        assert.ok(result.isError);
        for (const reason of reasons) assert.match(result.content[0].text, reason);
        assert.deepEqual([...new Set(heard(stage).flat())], [kProbe]);
      });
    });
  }
});

test('a server that died of the question is never asked again', () => {
  const stage = play('dies', 'flat', kCasts[0]);
  return played(stage, async (client) => {
    await kCall.flat(client);
    await kCall.flat(client, { crash: true }).catch(() => {}); // an error of either kind
    assert.equal((await kCall.flat(client)).content[0].text, 'hello from dies');
    const firsts = heard(stage).map(([first]) => first);
    assert.deepEqual(firsts, [kProbe, 'initialize', 'initialize']);
  });
});
