// The four APIs by which agents reach a model. Each is {matches(path), read(body), write(response, action, request)}.
//
// read() returns {texts, tools, results, isStream}: all strings that the model is shown, tool definitions aside; the
// tools as [{name, namespace, description, parameters}]; the results of tools as [{id, text}], `id` being that of the
// call. An action is {text}, or {call: {id, name, namespace, args}}.

const kModel = 'scripted-model';

/** Every string in a JSON value, in order. */
function stringsIn(value) {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

/** The text of content that is a string, or blocks that have one. */
function textOf(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content);
  return content.map((block) => block.text ?? JSON.stringify(block)).join('\n');
}

function sendJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** `events` are [name, data], the name being undefined where the API has none. */
function sendEvents(response, events, last = '') {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [name, data] of events) {
    response.write(`${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
  }
  response.end(last);
}

const kChat = {
  matches: (path) => path.endsWith('/chat/completions'),

  read: ({ messages, tools = [], stream }) => ({
    texts: stringsIn(messages),
    tools: tools.filter(({ type }) => type === 'function').map((tool) => tool.function),
    results: messages
      .filter(({ role }) => role === 'tool')
      .map((message) => ({ id: message.tool_call_id, text: textOf(message.content) })),
    isStream: stream,
  }),

  write(response, { text, call }, { isStream }) {
    const calls = call && [
      { index: 0, id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } },
    ];
    const message = { role: 'assistant', content: text ?? null, ...(calls && { tool_calls: calls }) };
    const reason = calls ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    const head = { id: 'chatcmpl-1', created: 1, model: kModel };
    if (!isStream) {
      const choices = [{ index: 0, message, finish_reason: reason }];
      return sendJson(response, { ...head, object: 'chat.completion', choices, usage });
    }
    const chunk = (delta, finish_reason) => [
      undefined,
      { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
    ];
    const end = [undefined, { ...head, object: 'chat.completion.chunk', choices: [], usage }];
    return sendEvents(response, [chunk(message, null), chunk({}, reason), end], 'data: [DONE]\n\n');
  },
};

const kResponses = {
  matches: (path) => path.endsWith('/responses'),

  read: ({ instructions, input, tools = [], stream }) => ({
    texts: stringsIn([instructions, input]),
    tools: tools.flatMap((tool) => {
      if (tool.type === 'namespace') {
        return tool.tools.map((inner) => ({ ...inner, namespace: tool.name, about: tool.description }));
      }
      if (tool.type === 'tool_search') return [{ ...tool, name: 'tool_search' }];
      return tool.type === 'function' ? [tool] : [];
    }),
    results: (Array.isArray(input) ? input : [])
      .filter(({ type }) => type === 'function_call_output' || type === 'tool_search_output')
      .map((item) => ({ id: item.call_id, text: textOf(item.output ?? item.tools), tools: item.tools })),
    isStream: stream,
  }),

  write(response, { text, call }, { isStream }) {
    const isSearch = call?.type === 'tool_search';
    const search = { type: 'tool_search_call', call_id: call?.id, status: 'completed', execution: 'client' };
    const item = isSearch
      ? { ...search, arguments: call.args }
      : call
      ? {
          type: 'function_call',
          id: `fc_${call.id}`,
          call_id: call.id,
          name: call.name,
          ...(call.namespace && { namespace: call.namespace }),
          arguments: JSON.stringify(call.args),
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    };
    const head = { id: 'resp_1', object: 'response', created_at: 1, model: kModel };
    const whole = { ...head, status: 'completed', output: [item], usage };
    if (!isStream) return sendJson(response, whole);
    const place = { output_index: 0, item_id: item.id };
    const parts = isSearch
      ? []
      : call
      ? [['response.function_call_arguments.done', { ...place, arguments: item.arguments }]]
      : [['response.output_text.delta', { ...place, content_index: 0, delta: text }]];
    const events = [
      ['response.created', { response: { ...whole, status: 'in_progress', output: [] } }],
      ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }],
      ...parts,
      ['response.output_item.done', { output_index: 0, item }],
      ['response.completed', { response: whole }],
    ];
    return sendEvents(response, events.map(([type, data], i) => [type, { type, sequence_number: i, ...data }]));
  },
};

const kMessages = {
  matches: (path) => path.endsWith('/messages'),

  read: ({ system, messages, tools = [], stream }) => ({
    texts: stringsIn([system, messages]),
    tools: tools
      .filter(({ input_schema: schema }) => schema)
      .map(({ name, description, input_schema: parameters, defer_loading: isDeferred }) => ({
        name,
        description,
        parameters,
        ...(isDeferred && { isDeferred }),
      })),
    results: messages
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map((block) => ({ id: block.tool_use_id, text: textOf(block.content) })),
    isStream: stream,
  }),

  write(response, { text, call }, { isStream }) {
    const block = call
      ? { type: 'tool_use', id: call.id, name: call.name, input: call.args }
      : { type: 'text', text };
    const reason = call ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 10, output_tokens: 10 };
    const whole = { id: 'msg_1', type: 'message', role: 'assistant', model: kModel, stop_sequence: null, usage };
    if (!isStream) return sendJson(response, { ...whole, content: [block], stop_reason: reason });
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      : { type: 'text_delta', text };
    const empty = call ? { ...block, input: {} } : { ...block, text: '' };
    const events = [
      ['message_start', { message: { ...whole, content: [], stop_reason: null } }],
      ['content_block_start', { index: 0, content_block: empty }],
      ['content_block_delta', { index: 0, delta }],
      ['content_block_stop', { index: 0 }],
      ['message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 10 } }],
      ['message_stop', {}],
    ];
    return sendEvents(response, events.map(([type, data]) => [type, { type, ...data }]));
  },
};

/** Gemini's results do not have an id in all versions: in order of the conversation, they take those of the calls. */
function geminiResults(contents) {
  const parts = contents.flatMap((content) => content.parts ?? []);
  const calls = parts.filter((part) => part.functionCall).map((part) => part.functionCall);
  return parts
    .filter((part) => part.functionResponse)
    .map(({ functionResponse: { id, response } }, i) => ({
      id: id ?? calls[i]?.id ?? `call_${i + 1}`,
      text: response.output ?? textOf(response.content ?? response),
    }));
}

const kGemini = {
  matches: (path) => /:(stream)?generateContent$/i.test(path),

  read: ({ systemInstruction, contents, tools = [], generationConfig }, path) => ({
    texts: stringsIn([systemInstruction, contents]),
    tools: tools
      .flatMap((tool) => tool.functionDeclarations ?? [])
      .map(({ name, description, parametersJsonSchema, parameters }) => ({
        name,
        description,
        parameters: parametersJsonSchema ?? parameters,
      })),
    results: geminiResults(contents),
    isStream: path.includes('streamGenerateContent'),
    wantsJson: generationConfig?.responseMimeType === 'application/json',
  }),

  write(response, { text, call }, { isStream, wantsJson }) {
    // The only question with an answer in JSON is whose turn it is.
    const said = wantsJson ? JSON.stringify({ reasoning: 'It is done.', next_speaker: 'user' }) : text;
    const part = call ? { functionCall: { id: call.id, name: call.name, args: call.args } } : { text: said };
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };
    const candidates = [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }];
    const whole = { candidates, usageMetadata, modelVersion: kModel };
    return isStream ? sendEvents(response, [[undefined, whole]]) : sendJson(response, whole);
  },
};

export const kApis = [kChat, kResponses, kMessages, kGemini];
