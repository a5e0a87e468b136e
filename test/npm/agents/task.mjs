// The task that the model is given, and how it plays it: it searches for a tool, opens its toolbox, has it described
// and calls it; then it finds out how long a result may be before the agent cuts it.

import { longText } from './long_text_server.mjs';

export const kPrompt = 'How many words are in the text "to be or not to be"? Use the tools of the workbench.';
export const kAnswer = 'WORKBENCH-TASK-DONE';

const kText = 'to be or not to be';
const kWords = 6;
const kMaxLength = 256 * 1024; // of a result; that a longer one is not cut is not tried
const kPrecision = 0.02; // to which the longest uncut result is found

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON in a result as agents show it: as it is, with words around it, or in the content blocks of the result. */
function jsonIn(text = '') {
  const whole = parsed(text) ?? parsed(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const [block] = Array.isArray(whole) ? whole : (whole?.content ?? []);
  return parsed(block?.text ?? '') ?? whole ?? {};
}

/** Is the long text in the result, escaped or not? */
const isWhole = (text = '', length) =>
  text.includes(longText(length)) || text.includes(JSON.stringify(longText(length)).slice(1, -1));

/** Between a length that passes and one that is cut. */
function* longestUncut(tried) {
  let uncut = 0;
  let cut = kMaxLength * 2;
  let length = 4096;
  while (cut - uncut > cut * kPrecision && length <= kMaxLength) {
    const args = { tool: { toolbox: 'long', server: 'long', tool: 'long_text' }, arguments: { length } };
    const { text } = yield { tool: 'use_tool', args };
    tried.push({ length, shown: text?.length });
    if (isWhole(text, length)) uncut = length;
    else cut = length;
    length = cut > kMaxLength ? length * 2 : Math.floor((uncut + cut) / 2);
  }
  return { uncut, isAll: cut > kMaxLength };
}

/** Opens the toolboxes. */
export function* openAll(toolboxes) {
  for (const toolbox of toolboxes) yield { tool: 'open_toolbox', args: { toolbox_name: toolbox } };
}

/** Plays the task; what came of it is written to `record`: {steps: {NAME: works}, results, longest, tried}. */
export function* playTask(record) {
  record.steps = {};
  record.results = [];
  record.tried = [];
  const keep = (name, { text }, works) => {
    record.results.push({ name, text });
    record.steps[name] = works;
  };

  const search = yield { tool: 'search_tools', args: { query: 'count the words of a text' } };
  const [found = {}] = jsonIn(search.text).tools ?? [];
  keep('search', search, found.tool === 'word_count');

  const toolbox = found.toolbox ?? 'text';
  const open = yield { tool: 'open_toolbox', args: { toolbox_name: toolbox } };
  const listed = jsonIn(open.text).tools?.find(({ name }) => name === 'word_count');
  keep('open', open, listed?.inputSchema !== undefined);

  const tool = { toolbox, server: found.server ?? 'demo', tool: 'word_count' };
  const description = yield { tool: 'describe_tools', args: { tools: [tool] } };
  keep('describe', description, jsonIn(description.text).tools?.[0]?.inputSchema !== undefined);

  const use = yield { tool: 'use_tool', args: { tool, arguments: { text: kText } } };
  keep('use', use, jsonIn(use.text).words === kWords);

  yield { tool: 'open_toolbox', args: { toolbox_name: 'long' } };
  record.longest = yield* longestUncut(record.tried);
  return `The text has ${kWords} words. ${kAnswer}`;
}
