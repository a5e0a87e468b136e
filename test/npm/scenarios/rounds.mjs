// Calls of several rounds, and what a client can do wrong between them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skipIf } from './expected.mjs';
import { responsesTo, withEraClient, textOf } from './era_client.mjs';
import { fails } from './tools.mjs';

const kInvalidParams = -32602;
const kMissingCapability = -32021;
const kTool = 'test_input_required_result_request_state';
const kOtherTool = 'test_input_required_result_tampered_state';

const retry = (client, name, { requestState }, inputResponses, args) =>
  client.request('tools/call', { name, arguments: args, inputResponses, ...(requestState && { requestState }) });

async function firstRound(client, name = kTool, args) {
  const { result } = await client.call(name, args);
  assert.equal(result.resultType, 'input_required');
  return result;
}

const refused = ({ error, result }) => assert.equal(error?.code, kInvalidParams, JSON.stringify(result));

function modernRounds(setup) {
  const at = (name, body, scenario) => test(name, skipIf(setup, scenario), withEraClient(setup, body));

  at('a second round with responses and state completes the call', async (client) => {
    const incomplete = await firstRound(client);
    assert.equal(textOf(await retry(client, kTool, incomplete, responsesTo(incomplete))), 'state-ok');
  });

  at("the keys of input requests are the server's", async (client) => {
    const { inputRequests } = await firstRound(client, 'test_input_required_result_elicitation');
    assert.deepEqual(Object.keys(inputRequests), ['user_name']);
  }, 'inputKeys');

  at('an input request has no members of the legacy era', async (client) => {
    const { inputRequests } = await firstRound(client, 'test_input_required_result_url');
    const [{ params }] = Object.values(inputRequests);
    assert.deepEqual(params, { mode: 'url', message: 'Please consent', url: 'https://example.org/consent' });
  });

  at('an input_required result has no cache hints', async (client) => {
    const incomplete = await firstRound(client);
    assert.ok(!('ttlMs' in incomplete) && !('cacheScope' in incomplete));
  });

  at('an abandoned call delays no other', async (client) => {
    for (let i = 0; i < 3; ++i) await firstRound(client);
    assert.equal(textOf(await client.call('test_error_handling')).split(' ')[0], 'This');
    const incomplete = await firstRound(client);
    assert.equal(textOf(await retry(client, kTool, incomplete, responsesTo(incomplete))), 'state-ok');
  });

  at('calls between their rounds do not mix', async (client) => {
    const kName = 'test_input_required_result_elicitation';
    const incomplete = [await firstRound(client, kName), await firstRound(client, kName)];
    const respond = (round, name) => {
      const [key] = Object.keys(incomplete[round].inputRequests);
      return retry(client, kName, incomplete[round], { [key]: { action: 'accept', content: { name } } });
    };
    assert.equal(textOf(await respond(1, 'Grace')), 'Hello, Grace!');
    assert.equal(textOf(await respond(0, 'Ada')), 'Hello, Ada!');
  });

  at('a changed state is refused', async (client) => {
    const incomplete = await firstRound(client, kOtherTool);
    const { requestState } = incomplete;
    for (const tampered of [`${requestState}x`, requestState.slice(1), 'nonsense', '']) {
      refused(await retry(client, kOtherTool, { requestState: tampered || ' ' }, responsesTo(incomplete)));
    }
  });

  at('a state of another tool is refused', async (client) => {
    const incomplete = await firstRound(client);
    refused(await retry(client, kOtherTool, incomplete, responsesTo(incomplete)));
  });

  at('a state that has expired is refused', async (client) => {
    const incomplete = await firstRound(client, kTool, { lifetime: 0 });
    refused(await retry(client, kTool, incomplete, responsesTo(incomplete), { lifetime: 0 }));
  }, 'expiry');

  at('a state that is used twice gives the same result twice', async (client) => {
    const incomplete = await firstRound(client);
    const both = [0, 1].map(() => retry(client, kTool, incomplete, responsesTo(incomplete)));
    assert.deepEqual((await Promise.all(both)).map(textOf), ['state-ok', 'state-ok']);
  }, 'reusedState');

  if (setup.pairing === 'ML') {
    at('a state that is used twice is refused the second time', async (client) => {
      const incomplete = await firstRound(client);
      assert.equal(textOf(await retry(client, kTool, incomplete, responsesTo(incomplete))), 'state-ok');
      refused(await retry(client, kTool, incomplete, responsesTo(incomplete)));
    });
  }

  at('a retry without responses gets the input requests again', async (client) => {
    const incomplete = await firstRound(client);
    const { result } = await retry(client, kTool, incomplete);
    assert.equal(result.resultType, 'input_required');
    assert.deepEqual(Object.keys(result.inputRequests), Object.keys(incomplete.inputRequests));
  });

  at('a response to no input request is ignored', async (client) => {
    const incomplete = await firstRound(client);
    const responses = { ...responsesTo(incomplete), 'unknown': { action: 'decline' } };
    assert.equal(textOf(await retry(client, kTool, incomplete, responses)), 'state-ok');
  });

  at('a missing capability is named in the error', async (client) => {
    const { error } = await client.call('test_missing_capability', {}, { capabilities: { roots: {} } });
    assert.equal(error.code, kMissingCapability);
    assert.deepEqual(error.data.requiredCapabilities, { sampling: {} });
  }, 'capabilityError');
}

/** Runs `body` with an official client that responds to elicitation so. */
const responding = (setup, elicit, body) => async () => {
  const client = await setup.open({ responses: { elicit } });
  try {
    await body(client);
  } finally {
    await client.close();
  }
};

export function rounds(setup) {
  if (setup.client === 'modern') modernRounds(setup);

  test('the server gets a declined elicitation', responding(setup, () => ({ action: 'decline' }), async (client) => {
    const result = await client.callTool('test_input_required_result_elicitation');
    assert.equal(result.content[0].text, 'Hello, decline!');
  }));

  const refuse = () => Promise.reject(new Error('no user interface'));
  test('a client that fails an elicitation fails the call and no other', responding(setup, refuse, async (client) => {
    await fails(client.callTool('test_input_required_result_elicitation'));
    assert.equal((await client.callTool('test_x_mcp_header')).content[0].text, 'Region: none');
  }));
}
