// How what an agent shows its model differs from what the workbench has sent the agent.

import { isDeepStrictEqual } from 'node:util';
import { shownTool } from './model.mjs';

const kMinShown = 40; // characters; a shorter beginning of the instructions may be there by chance

const onOneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** 'yes', also if they are indented; 'no'; or 'the first N of M characters'. */
export function shownInstructions({ texts, tools }, instructions) {
  if (!instructions) return 'none were sent';
  const all = onOneLine(texts.concat(tools.map(({ about }) => about ?? '')).join('\n'));
  const wanted = onOneLine(instructions);
  if (all.includes(wanted)) return 'yes';
  let length = wanted.length;
  while (length > kMinShown && !all.includes(wanted.slice(0, length))) length -= 1;
  return length > kMinShown ? `the first ${length} of ${wanted.length} characters` : 'no';
}

/** The paths of all values in a schema that are no objects or lists, with the value: "properties.limit.minimum=1". */
function leavesOf(value, path = '') {
  if (value === null || typeof value !== 'object') return [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path ? `${path}.${key}` : key));
}

const keywordsOf = (leaves) =>
  [...new Set(leaves.map((leaf) => leaf.replace(/=.*/s, '').replace(/\.\d+$/, '').split('.').at(-1)))].join(', ');

/** '' if it is the same to the byte. */
function changeOfSchema(sent, seen) {
  if (JSON.stringify(sent) === JSON.stringify(seen)) return '';
  if (isDeepStrictEqual(sent, seen)) return 'order of members';
  const known = Object.keys(sent.properties ?? {});
  const own = Object.keys(seen.properties ?? {}).filter((name) => !known.includes(name));
  const [before, after] = [leavesOf(sent), leavesOf(seen)];
  const lost = keywordsOf(before.filter((leaf) => !after.includes(leaf)));
  const added = keywordsOf(
    after.filter((leaf) => !before.includes(leaf) && !own.some((name) => leaf.startsWith(`properties.${name}.`))),
  );
  const changes = [lost && `without ${lost}`, added && `with ${added}`, own.length && `with an argument ${own.join(', ')}`];
  return changes.filter(Boolean).join(', ') || 'empty objects';
}

/** What was changed in the definitions of the tools `names`: 'as sent' if they are the same to the byte. */
export function changedDefinitions(names, shown, sent = []) {
  const changes = new Set();
  for (const name of names) {
    const before = sent.find((tool) => tool.name === name);
    const seen = shownTool(shown, name);
    if (!before || !seen) changes.add(`${name} is not shown`);
    else if (seen.description !== before.description) changes.add(`description of ${name}`);
    if (before && seen) changes.add(changeOfSchema(before.inputSchema, seen.parameters));
  }
  changes.delete('');
  return changes.size ? [...changes].join('; ') : 'as sent';
}
