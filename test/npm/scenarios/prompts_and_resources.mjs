// Prompts, resources, templates and completion, for an official client.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { embedded, image, kPng, text } from '../fixture/content.mjs';
import { promptDefinitions } from '../fixture/prompts.mjs';
import { kTemplate, resourceDefinitions } from '../fixture/resources.mjs';

const kInvalidParams = -32602;
const kNotFound = { modern: [kInvalidParams], legacy: [kInvalidParams, -32002] };
const kMissing = 'test://nonexistent-resource-for-conformance-testing';

const user = (...contents) => contents.map((content) => ({ role: 'user', content }));
const kUri = 'test://given';

const kPrompts = [
  ['test_simple_prompt', {}, user(text('This is a simple prompt for testing.'))],
  ['test_prompt_with_arguments', { arg1: 'a', arg2: 'b' }, user(text("Prompt with arguments: arg1='a', arg2='b'"))],
  [
    'test_prompt_with_embedded_resource',
    { resourceUri: kUri },
    user(embedded(kUri, 'Embedded resource content for testing.'), text('Please read it.')),
  ],
  ['test_prompt_with_image', {}, user(image, text('Please look at it.'))],
  ['test_input_required_result_prompt', {}, user(text('With this in mind: Ada'))],
];

const kResources = [
  ['test://static-text', { mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  ['test://static-binary', { mimeType: 'image/png', blob: kPng }],
  ['test://template/42/data', { mimeType: 'application/json', text: '{"id":"42","templateTest":true}' }],
];

export function promptsAndResources(setup) {
  let client;
  before(async () => ({ client } = await setup.open()));
  after(() => client?.close());

  test('lists every prompt as its server defines it', async () =>
    assert.deepEqual((await client.listPrompts()).prompts, promptDefinitions()));

  for (const [name, args, messages] of kPrompts) {
    test(`${name} has its messages`, async () =>
      assert.deepEqual((await client.getPrompt({ name, arguments: args })).messages, messages));
  }

  test('an unknown prompt and a missing argument are invalid parameters', async () => {
    await assert.rejects(client.getPrompt({ name: 'no_such_prompt' }), { code: kInvalidParams });
    await assert.rejects(client.getPrompt({ name: 'test_prompt_with_arguments' }), { code: kInvalidParams });
  });

  test('lists every resource and template as its server defines it', async () => {
    assert.deepEqual((await client.listResources()).resources, resourceDefinitions());
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, [kTemplate]);
  });

  for (const [uri, contents] of kResources) {
    test(`${uri} can be read`, async () =>
      assert.deepEqual((await client.readResource({ uri })).contents, [{ uri, ...contents }]));
  }

  test('an unknown resource is named in the error', async () => {
    const error = await client.readResource({ uri: kMissing }).catch((thrown) => thrown);
    assert.ok(kNotFound[setup.client].includes(error.code), String(error.code));
    assert.match(error.message, /nonexistent-resource/);
    if (setup.client === 'modern') assert.equal(error.data.uri, kMissing);
  });

  const complete = async (ref, name, value, context) =>
    (await client.complete({ ref, argument: { name, value }, ...(context && { context }) })).completion;
  const kPrompt = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };

  test('completes an argument of a prompt', async () => {
    const values = ['paris', 'park', 'party'];
    assert.deepEqual(await complete(kPrompt, 'arg1', 'par'), { values, total: 3, hasMore: false });
  });

  test('completes with the context of other arguments', async () => {
    const { values } = await complete(kPrompt, 'arg2', 'pari', { arguments: { arg1: 'x' } });
    assert.deepEqual(values, ['after x', 'paris']);
  });

  test('completes a variable of a template', async () => {
    const { values } = await complete({ type: 'ref/resource', uri: kTemplate.uriTemplate }, 'id', '12');
    assert.deepEqual(values, ['123', '124']);
  });
}
