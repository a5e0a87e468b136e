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
    if (token.length > 1 && !/\S/.test(token)) return '';
    switch (token[0]) {
      case '{':
      case '[':
        if (token.length > 1) return token.replace(/\s/g, '');
        depth += 1;
        return token + newline();
      case '}':
      case ']':
        depth -= 1;
        return newline() + token;
      case ',':
        return token + newline();
      case ':':
        return ': ';
      default:
        return '';
    }
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
