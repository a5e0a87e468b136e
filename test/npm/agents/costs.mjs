// What it costs each agent to solve one task, with "toolMode" proxy and auto, and the table of it in docs/costs.md.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kHere } from '../lib/official_servers.mjs';
import { runAgent, workbenchArguments } from './running.mjs';
import { SolvingModel } from './solve.mjs';

const kModes = ['proxy', 'auto'];
const kCharactersPerToken = 4;
const kNoise = 1.005; // identifiers, times and paths in an agent's own texts differ from run to run
const kPage = path.join(kHere, '..', '..', 'docs', 'costs.md');
const kBegin = '<!-- Written by test/npm/agents/run.mjs -->\n';
const kEnd = '<!-- The end of what it writes -->';

/** {agent, proxy, auto}: for each mode {turns, tokens, called}, or {failure}. */
export async function compareModes(agent, folder, scratch, env, keep) {
  const compared = { agent: `${agent.name} ${agent.package.slice(agent.package.lastIndexOf('@') + 1)}` };
  for (const toolMode of kModes) {
    const own = path.join(folder, toolMode);
    mkdirSync(own, { recursive: true });
    const workbench = { ...workbenchArguments(scratch, { toolMode }), env };
    const { model, run } = await runAgent(agent, own, workbench, new SolvingModel());
    if (keep) keepRequests(path.join(keep, `${path.basename(folder)}-${toolMode}`), model, run);
    const tokens = Math.round(model.characters / kCharactersPerToken);
    console.error(`    ${agent.name}, ${toolMode}: ${model.turns} turns, ${tokens} tokens, ${model.called}`);
    compared[toolMode] = { turns: model.turns, tokens, called: model.called, isSolved: model.isDone };
  }
  return compared;
}

function keepRequests(folder, model, run) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'output.txt'), `${run.output}\nexit code ${run.code}\n`);
  writeFileSync(path.join(folder, 'requests.json'), JSON.stringify(model.bodies, null, 2));
  writeFileSync(path.join(folder, 'called.json'), JSON.stringify(model.called));
}

const withThousands = (number) => number.toLocaleString('en-US');

function rowOf({ agent, proxy, auto }) {
  const cost = ({ isSolved, turns, tokens }) => (isSolved ? [turns, withThousands(tokens)] : ['not solved', '-']);
  const called = auto.called.length ? auto.called.map((name) => `\`${name}\``).join(', ') : '-';
  return [agent, ...cost(proxy), ...cost(auto), called];
}

/** Why the costs of the agent cannot be written: it has to solve the task with both modes, and auto may not cost more. */
export function faultsOf({ agent, proxy, auto }) {
  const unsolved = Object.entries({ proxy, auto }).filter(([, { isSolved }]) => !isSolved).map(([mode]) => mode);
  if (unsolved.length) return unsolved.map((mode) => `${agent}: did not work: the task with ${mode}`);
  const limits = { turns: proxy.turns, tokens: proxy.tokens * kNoise };
  const worse = ['turns', 'tokens'].filter((unit) => auto[unit] > limits[unit]);
  return worse.map((unit) => `${agent}: auto is worse: ${auto[unit]} ${unit}, with proxy ${proxy[unit]}`);
}

/** The table of the costs. */
export function tableOf(costs) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const head = ['agent', 'turns, proxy', 'tokens, proxy', 'turns, auto', 'tokens, auto', 'calls with auto'];
  const rule = ['---', '---:', '---:', '---:', '---:', '---'];
  return [head, rule, ...costs.map(rowOf)].map(line).join('\n');
}

/** Writes the table into docs/costs.md, in place of the one before. */
export function writeCosts(table) {
  const page = readFileSync(kPage, 'utf8');
  const begin = page.indexOf(kBegin) + kBegin.length;
  writeFileSync(kPage, `${page.slice(0, begin)}${table}\n${page.slice(page.indexOf(kEnd))}`);
}

/**
 * Whether a run has failed: `tried` of the `chosen` agents have reached their model, and at least `least` have to if so many were
 * chosen; that one could not is no failure of the workbench.
 */
export function hasFailed({ faults, tried, chosen, least }) {
  const isUnreached = (fault) => fault.includes('did not reach');
  return chosen === 0 || tried < Math.min(least, chosen) || !faults.every(isUnreached);
}
