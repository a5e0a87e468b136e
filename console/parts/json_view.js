// JSON of others, laid out for people. Numbers keep their digits: they are never read as numbers of JavaScript.

import { foreignText } from '../base/visible.js';

const kLongestLaidOut = 200_000; // characters; longer ones are shown as they came

/** The same JSON with a line for each member. What is not JSON stays as it is. */
export function laidOut(text) {
  if (text.length > kLongestLaidOut || !isJson(text)) return text;
  let depth = 0;
  const newline = () => `\n${'  '.repeat(depth)}`;
  return text.replace(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|\s+/g, (token) => {
    if (token[0] === '"') return token;
    const bare = token.replace(/\s/g, '');
    if (bare.length !== 1) return bare;
    if (bare === ':') return ': ';
    if (bare === ',') return bare + newline();
    const isBegin = '{['.includes(bare);
    depth += isBegin ? 1 : -1;
    return isBegin ? bare + newline() : newline() + bare;
  });
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `value`: JSON as text, or a value. */
export function json(value, options) {
  const text = typeof value === 'string' ? laidOut(value) : (JSON.stringify(value, null, 2) ?? '');
  return foreignText(text, { className: 'text json', ...options });
}
