// The lines in which two texts differ, by the longest common subsequence, without their common beginning and end. What is
// still too long is shown as replaced.

import { h } from '../base/element.js';
import { foreign } from '../base/visible.js';
import { laidOut } from './json_view.js';

const kMostCells = 4_000_000;
const kLinesAround = 3;

const linesOf = (value) => {
  if (value === undefined) return [];
  if (typeof value === 'string') return value.split('\n');
  return laidOut(JSON.stringify(value)).split('\n');
};

/** [{sign: ' ' | '-' | '+', line}] */
export function differences(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const signed = (sign) => (line) => ({ sign, line });
  return [
    ...before.slice(0, start).map(signed(' ')),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(signed(' ')),
  ];
}

function middle(before, after) {
  const replaced = [...before.map((line) => ({ sign: '-', line })), ...after.map((line) => ({ sign: '+', line }))];
  if (before.length * after.length > kMostCells) return replaced;
  return walk(before, after, lengthsOf(before, after));
}

/** The length of the longest common subsequence of before[i...] and after[j...], at i * (after.length + 1) + j. */
function lengthsOf(before, after) {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      lengths[at] = before[i] === after[j] ? lengths[at + width + 1] + 1 : Math.max(lengths[at + width], lengths[at + 1]);
    }
  }
  return lengths;
}

function walk(before, after, lengths) {
  const width = after.length + 1;
  const result = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const isRemoved = j >= after.length || (i < before.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]);
    const sign = before[i] === after[j] ? ' ' : isRemoved ? '-' : '+';
    result.push({ sign, line: sign === '+' ? after[j] : before[i] });
    if (sign !== '+') i += 1;
    if (sign !== '-') j += 1;
  }
  return result;
}

/** Of lines that are the same, only those near a difference. A gap is null. */
function nearby(lines) {
  const isNear = lines.map(() => false);
  lines.forEach(({ sign }, at) => {
    if (sign === ' ') return;
    for (let i = Math.max(0, at - kLinesAround); i <= at + kLinesAround && i < lines.length; i += 1) isNear[i] = true;
  });
  return lines.map((line, at) => (isNear[at] ? line : null)).filter((line, at, all) => line || all[at - 1] !== null);
}

const kWords = { '-': 'removed', '+': 'added', ' ': '' };

/** How two values differ: texts, JSON, or undefined for what is not there. */
export function diff(before, after) {
  const rows = nearby(differences(linesOf(before), linesOf(after))).map((row) => {
    if (!row) return h('div.gap', '⋮');
    const sign = h('span.sign', row.sign, h('span.unseen', kWords[row.sign]));
    return h('div', { class: { '-': 'removed', '+': 'added', ' ': 'same' }[row.sign] }, sign, foreign(row.line, { limit: 2000 }));
  });
  return h('div', { class: 'diff', tabindex: '0', role: 'group', 'aria-label': 'Difference' }, rows);
}
