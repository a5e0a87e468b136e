// Calls that take several rounds, and what a client can do wrong between them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skipIf } from './expected.mjs';
import { answersTo, speaking, textOf } from './speaker.mjs';
import { fails } from './tools.mjs';

const kInvalidParams = -32602;
const kMissingCapability = -32021;
const kTool = 'test_input_required_result_request_state';
const kOtherTool = 'test_input_required_result_tampered_state';

const retry = (speaker, name, { requestState }, inputResponses, args) =>
  speaker.ask('tools/call', { name, arguments: args, inputResponses, ...(requestState && { requestState }) });

async function firstRound(speaker, name = kTool, args) {
  const { result } = await speaker.call(name, args);
  assert.equal(result.resultType, 'input_required');
  return result;
}

const refused = ({ error, result }) => assert.equal(error?.code, kInvalidParams, JSON.stringify(result));

function modernRounds(stage) {
  const at = (name, body, scenario) => test(name, skipIf(stage, scenario), speaking(stage, body));

  at('a second round with answers and state completes the call', async (speaker) => {
    const asked = await firstRound(speaker);
    assert.equal(textOf(await retry(speaker, kTool, asked, answersTo(asked))), 'state-ok');
  });

  at("the server's keys name what it asks", async (speaker) => {
    const { inputRequests } = await firstRound(speaker, 'test_input_required_result_elicitation');
    assert.deepEqual(Object.keys(inputRequests), ['user_name']);
  }, 'inputKeys');

  at('a question carries nothing of the era in which it was a request', async (speaker) => {
    const { inputRequests } = await firstRound(speaker, 'test_input_required_result_url');
    const [{ params }] = Object.values(inputRequests);
    assert.deepEqual(params, { mode: 'url', message: 'Please consent', url: 'https://example.org/consent' });
  });

  at('a result that asks has no cache hints', async (speaker) => {
    const asked = await firstRound(speaker);
    assert.ok(!('ttlMs' in asked) && !('cacheScope' in asked));
  });

  at('an abandoned call holds up no other', async (speaker) => {
    for (let i = 0; i < 3; ++i) await firstRound(speaker);
    assert.equal(textOf(await speaker.call('test_error_handling')).split(' ')[0], 'This');
    const asked = await firstRound(speaker);
    assert.equal(textOf(await retry(speaker, kTool, asked, answersTo(asked))), 'state-ok');
  });

  at('calls in the middle of their rounds do not mix', async (speaker) => {
    const kName = 'test_input_required_result_elicitation';
    const asked = [await firstRound(speaker, kName), await firstRound(speaker, kName)];
    const answer = (round, name) => {
      const [key] = Object.keys(asked[round].inputRequests);
      return retry(speaker, kName, asked[round], { [key]: { action: 'accept', content: { name } } });
    };
    assert.equal(textOf(await answer(1, 'Grace')), 'Hello, Grace!');
    assert.equal(textOf(await answer(0, 'Ada')), 'Hello, Ada!');
  });

  at('a state that was tampered with is refused', async (speaker) => {
    const asked = await firstRound(speaker, kOtherTool);
    const { requestState } = asked;
    for (const tampered of [`${requestState}x`, requestState.slice(1), 'nonsense', '']) {
      refused(await retry(speaker, kOtherTool, { requestState: tampered || ' ' }, answersTo(asked)));
    }
  });

  at('a state of another tool is refused', async (speaker) => {
    const asked = await firstRound(speaker);
    refused(await retry(speaker, kOtherTool, asked, answersTo(asked)));
  });

  at('a state that has expired is refused', async (speaker) => {
    const asked = await firstRound(speaker, kTool, { lifetime: 0 });
    refused(await retry(speaker, kTool, asked, answersTo(asked), { lifetime: 0 }));
  }, 'expiry');

  at('a state that is used twice gives the same answer twice', async (speaker) => {
    const asked = await firstRound(speaker);
    const both = [0, 1].map(() => retry(speaker, kTool, asked, answersTo(asked)));
    assert.deepEqual((await Promise.all(both)).map(textOf), ['state-ok', 'state-ok']);
  }, 'reusedState');

  if (stage.pairing === 'ML') {
    at('a state that is used twice is refused the second time', async (speaker) => {
      const asked = await firstRound(speaker);
      assert.equal(textOf(await retry(speaker, kTool, asked, answersTo(asked))), 'state-ok');
      refused(await retry(speaker, kTool, asked, answersTo(asked)));
    });
  }

  at('a retry without answers is asked again', async (speaker) => {
    const asked = await firstRound(speaker);
    const { result } = await retry(speaker, kTool, asked);
    assert.equal(result.resultType, 'input_required');
    assert.deepEqual(Object.keys(result.inputRequests), Object.keys(asked.inputRequests));
  });

  at('an answer that nobody asked for is ignored', async (speaker) => {
    const asked = await firstRound(speaker);
    const answers = { ...answersTo(asked), 'nobody-asked': { action: 'decline' } };
    assert.equal(textOf(await retry(speaker, kTool, asked, answers)), 'state-ok');
  });

  at('a client without the capability is told which one it lacks', async (speaker) => {
    const { error } = await speaker.call('test_missing_capability', {}, { capabilities: { roots: {} } });
    assert.equal(error.code, kMissingCapability);
    assert.deepEqual(error.data.requiredCapabilities, { sampling: {} });
  }, 'capabilityError');
}

/** Runs `body` with an official client that answers questions so. */
const answering = (stage, elicit, body) => async () => {
  const client = await stage.open({ answers: { elicit } });
  try {
    await body(client);
  } finally {
    await client.close();
  }
};

export function rounds(stage) {
  if (stage.client === 'modern') modernRounds(stage);

  test('a user who declines is heard', answering(stage, () => ({ action: 'decline' }), async (client) => {
    const result = await client.callTool('test_input_required_result_elicitation');
    assert.equal(result.content[0].text, 'Hello, decline!');
  }));

  const refuse = () => Promise.reject(new Error('no screen'));
  test('a client that cannot ask its user fails the call and no other', answering(stage, refuse, async (client) => {
    await fails(client.callTool('test_input_required_result_elicitation'));
    assert.equal((await client.callTool('test_x_mcp_header')).content[0].text, 'Region: none');
  }));
}
