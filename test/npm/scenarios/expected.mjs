// What every tool of the fixture answers to the client of lib/answers.mjs, and what cannot be had in which pairing.

import { audio, embedded, image, text } from '../fixture/content.mjs';

const says = (words) => ({ content: [text(words)] });
const asking = (outcome, ...asks) => ({ ...outcome, asks });

const kElicit = 'elicitation/create';
const kSample = 'sampling/createMessage';
const kRoots = 'roots/list';
const answered = (answer) => says(`The user answered: ${JSON.stringify(answer)}`);
const accepted = (content) => asking(answered({ action: 'accept', content }), kElicit);

const kContact = { contactMethod: 'phone', phone: '+1', name: 'Ada', address: { city: 'London' } };
const kDefaults = { name: 'John Doe', age: 30, score: 95.5, status: 'active', verified: true };
const kChoices = {
  untitledSingle: 'option1',
  titledSingle: 'value1',
  legacyEnum: 'opt1',
  untitledMulti: ['option1'],
  titledMulti: ['value1'],
};

/** name: {args?, content, isError?, structuredContent?, asks?: methods, sorted} */
export const kTools = {
  test_simple_text: says('This is a simple text response for testing.'),
  test_image_content: { content: [image] },
  test_audio_content: { content: [audio] },
  test_embedded_resource: { content: [embedded('test://embedded-resource', 'This is an embedded resource content.')] },
  test_multiple_content_types: {
    content: [text('Three of a kind:'), image, embedded('test://mixed-content-resource', '{}')],
  },
  test_error_handling: { ...says('This tool intentionally returns an error for testing'), isError: true },
  test_tool_with_progress: says('Nobody asked for progress.'),
  test_tool_with_logging: says('Logged.'),
  test_logging_tool: says('Logged.'),
  test_reconnection: says('Still here.'),
  json_schema_2020_12_tool: { args: kContact, ...says(JSON.stringify(kContact)) },
  test_x_mcp_header: { args: { region: 'eu' }, ...says('Region: eu') },
  test_structured_content: { args: { numbers: [1, 2.5] }, ...says('{"sum":3.5}'), structuredContent: { sum: 3.5 } },

  test_sampling: { args: { prompt: 'Capital of France?' }, ...asking(says('LLM response: Paris'), kSample) },
  test_elicitation: { args: { message: 'Who are you?' }, ...accepted({ username: 'Ada', email: 'Ada' }) },
  test_elicitation_sep1034_defaults: accepted(kDefaults),
  test_elicitation_sep1330_enums: accepted(kChoices),
  test_elicitation_url: asking(answered({ action: 'accept' }), kElicit),

  test_input_required_result_elicitation: asking(says('Hello, Ada!'), kElicit),
  test_input_required_result_sampling: asking(says('The model: Paris'), kSample),
  test_input_required_result_list_roots: asking(says('Roots: file:///srv/work'), kRoots),
  test_input_required_result_request_state: asking(says('state-ok'), kElicit),
  test_input_required_result_multiple_inputs: asking(says('Ada | Paris | file:///srv/work'), kElicit, kRoots, kSample),
  test_input_required_result_multi_round: asking(says('Ada likes Ada.'), kElicit, kElicit),
  test_input_required_result_empty_round: asking(says('Ada has waited.'), kElicit),
  test_input_required_result_tampered_state: asking(says('state-ok'), kElicit),
  test_input_required_result_capabilities: asking(says('Asked: model user'), kElicit, kSample),
  test_input_required_result_url: asking(says('Consent: accept'), kElicit),
  test_missing_capability: asking(says('The model: Paris'), kSample),
  test_streaming_elicitation: asking(says('Hello, Ada!'), kElicit),
};

const kPushOnly = {
  test_elicitation_url: 'a modern server has no way to ask in the middle of a call, and this one does not return it',
};
const kNoRequests = 'a modern server sends no requests that it could withdraw';
const kOurState = 'the state is ours: when it expires is not for the fixture to say';

/**
 * What a pairing of client and server (M modern, L legacy) cannot do, and why. A tool of this list must fail;
 * a scenario of this list is not played.
 */
export const kImpossible = {
  MM: { tools: kPushOnly, scenarios: { withdrawal: kNoRequests } },
  LM: { tools: kPushOnly, scenarios: { withdrawal: kNoRequests } },
  ML: {
    tools: {},
    scenarios: {
      withdrawal: 'the question has become a result, and results cannot be withdrawn',
      expiry: kOurState,
      capabilityError: 'a legacy server cannot say which capability it misses: it fails in its own words',
      inputKeys: 'a legacy server has no keys: they are of our making',
      reusedState: 'behind the state is one call under way: it goes on only once',
    },
  },
  LL: { tools: {}, scenarios: {} },
};

/** The reason why the scenario is not played in this pairing, as node:test takes it. */
export const skipIf = (stage, scenario) => ({ skip: kImpossible[stage.pairing].scenarios[scenario] ?? false });
