// The report of `mcp-workbench explain` about one tool: sentences by name, and perhaps lists of them.

import { h } from '../base/element.js';
import { foreign, visibleLine } from '../base/visible.js';
import { facts } from './controls.js';

const kDepth = 4;
const kInHeading = new Set(['toolbox', 'server', 'tool']);

/** "isSeen" as "is seen". */
const words = (name) => name.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

function shown(value, depth) {
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (value === null || typeof value !== 'object') return foreign(String(value));
  if (depth >= kDepth) return foreign(JSON.stringify(value));
  if (Array.isArray(value)) return value.length > 0 && h('ul', value.map((one, at) => h('li', { key: at }, shown(one, depth + 1))));
  const members = Object.entries(value).filter(([name]) => depth > 0 || !kInHeading.has(name));
  return facts(members.map(([name, of]) => [visibleLine(words(name)), shown(of, depth + 1)]));
}

export const explained = (report) => shown(report, 0);
