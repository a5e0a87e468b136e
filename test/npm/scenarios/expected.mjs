// The result of every tool of the fixture for a client with the usual responses, and what is impossible in which pairing.

import { audio, embedded, image, text, textResult } from '../fixture/content.mjs';

const requesting = (outcome, ...requests) => ({ ...outcome, requests });

const kElicit = 'elicitation/create';
const kSample = 'sampling/createMessage';
const kRoots = 'roots/list';
const elicited = (response) => textResult(`The user answered: ${JSON.stringify(response)}`);
const accepted = (content) => requesting(elicited({ action: 'accept', content }), kElicit);

const kContact = { contactMethod: 'phone', phone: '+1', name: 'Ada', address: { city: 'London' } };
const kDefaults = { name: 'John Doe', age: 30, score: 95.5, status: 'active', verified: true };
const kChoices = {
  untitledSingle: 'option1',
  titledSingle: 'value1',
  legacyEnum: 'opt1',
  untitledMulti: ['option1'],
  titledMulti: ['value1'],
};

/** name: {args?, content, isError?, structuredContent?, requests?: methods, sorted} */
export const kTools = {
  test_simple_text: textResult('This is a simple text response for testing.'),
  test_image_content: { content: [image] },
  test_audio_content: { content: [audio] },
  test_embedded_resource: { content: [embedded('test://embedded-resource', 'This is an embedded resource content.')] },
  test_multiple_content_types: {
    content: [text('Three of a kind:'), image, embedded('test://mixed-content-resource', '{}')],
  },
  test_error_handling: { ...textResult('This tool intentionally returns an error for testing'), isError: true },
  test_tool_with_progress: textResult('Reported.'),
  test_tool_with_logging: textResult('Logged.'),
  test_logging_tool: textResult('Logged.'),
  test_reconnection: textResult('Still here.'),
  json_schema_2020_12_tool: { args: kContact, ...textResult(JSON.stringify(kContact)) },
  test_x_mcp_header: { args: { region: 'eu' }, ...textResult('Region: eu') },
  test_structured_content: { args: { numbers: [1, 2.5] }, ...textResult('{"sum":3.5}'), structuredContent: { sum: 3.5 } },

  test_sampling: { args: { prompt: 'Capital of France?' }, ...requesting(textResult('LLM response: Paris'), kSample) },
  test_elicitation: { args: { message: 'Who are you?' }, ...accepted({ username: 'Ada', email: 'Ada' }) },
  test_elicitation_sep1034_defaults: accepted(kDefaults),
  test_elicitation_sep1330_enums: accepted(kChoices),
  test_elicitation_url: requesting(elicited({ action: 'accept' }), kElicit),

  test_input_required_result_elicitation: requesting(textResult('Hello, Ada!'), kElicit),
  test_input_required_result_sampling: requesting(textResult('The model: Paris'), kSample),
  test_input_required_result_list_roots: requesting(textResult('Roots: file:///srv/work'), kRoots),
  test_input_required_result_request_state: requesting(textResult('state-ok'), kElicit),
  test_input_required_result_multiple_inputs: requesting(textResult('Ada | Paris | file:///srv/work'), kElicit, kRoots, kSample),
  test_input_required_result_multi_round: requesting(textResult('Ada likes Ada.'), kElicit, kElicit),
  test_input_required_result_empty_round: requesting(textResult('Ada has waited.'), kElicit),
  test_input_required_result_tampered_state: requesting(textResult('state-ok'), kElicit),
  test_input_required_result_capabilities: requesting(textResult('Requested: model user'), kElicit, kSample),
  test_input_required_result_url: requesting(textResult('Consent: accept'), kElicit),
  test_missing_capability: requesting(textResult('The model: Paris'), kSample),
  test_streaming_elicitation: requesting(textResult('Hello, Ada!'), kElicit),
};

const kPushOnly = {
  test_elicitation_url: 'a modern server sends no requests during a call, and this tool returns no input_required result',
};
const kNoRequests = 'a modern server sends no requests that it could cancel';
const kOurState = "the state is the workbench's, which decides when it expires";

/**
 * What a pairing of client and server (M modern, L legacy) cannot do, and why. A tool of this list must fail;
 * a scenario of this list does not run.
 */
export const kImpossible = {
  MM: { tools: kPushOnly, scenarios: { cancellation: kNoRequests } },
  LM: { tools: kPushOnly, scenarios: { cancellation: kNoRequests } },
  ML: {
    tools: {},
    scenarios: {
      cancellation: 'the request has become a result, and results cannot be cancelled',
      expiry: kOurState,
      capabilityError: 'a legacy server cannot name the capability that it misses: it fails with a text',
      inputKeys: 'a legacy server has no keys: the workbench makes them',
      reusedState: 'the state is of one pending call, which continues only once',
    },
  },
  LL: { tools: {}, scenarios: {} },
};

/** The reason why the scenario does not run in this pairing, as an option of node:test. */
export const skipIf = (setup, scenario) => ({ skip: kImpossible[setup.pairing].scenarios[scenario] ?? false });
