// What agents show their model of the workbench, and whether a model can use it there.
// `WORKBENCH_PROGRAM=.../mcp-workbench node agents/run.mjs [--costs] [--keep FOLDER] [AGENT...]`; `./bootstrap agents` does it
// all.
//
// Each agent runs without an account: its model is model.mjs, which plays task.mjs. What the agent shows is compared
// with what the workbench has sent it, which tap.mjs records. It runs twice, since search_tools finds tools of servers
// that have run before. Then it solves a small task with each of the modes that the costs compare (costs.mjs); if all
// agents were run, and there is no fault, the table in docs/costs.md is written. --costs: only the latter. --keep writes all
// of it into a folder, to be read. Exits with 1 if fewer than three agents could be tried, if one could but its model could
// not use a tool or solve the task with both modes, or if "toolMode": "auto" costs it more than proxy.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { agents } from './agents.mjs';
import { compareModes, faultsOf, hasFailed, tableOf, writeCosts } from './costs.mjs';
import { ScriptedModel, shownTool } from './model.mjs';
import { runAgent, workbenchArguments } from './running.mjs';
import { changedDefinitions, shownInstructions } from './shown.mjs';
import { kAnswer, openAll, playTask } from './task.mjs';

const kMinAgents = 3;
// search_tools is there although there are fewer tools than the default asks for.
const kMetaTools = ['open_toolbox', 'use_tool', 'describe_tools', 'search_tools'];

const report = (line) => console.error(`    ${line}`);

/** {record, model, sent, run} of the agent's second run, or of its first if that did not reach the model. */
async function tryAgent(agent, folder, workbench) {
  const record = {};
  const first = await runAgent(agent, folder, workbench, new ScriptedModel(() => openAll(workbench.toolboxes)));
  if (!first.model.isDone) return { record, ...first };
  return { record, ...(await runAgent(agent, folder, workbench, new ScriptedModel(() => playTask(record)))) };
}

const longest = ({ longest: found }) =>
  found ? `${found.isAll ? 'over ' : ''}${found.uncut.toLocaleString('en-US')}` : '-';

function rowOf(agent, { record, model, sent }) {
  const step = (name) => (record.steps?.[name] === undefined ? '-' : record.steps[name] ? 'yes' : 'NO');
  const name = model.shown && shownTool(model.shown, 'use_tool');
  return [
    `${agent.name} (${agent.package})`,
    sent.client ? `${sent.client.name} ${sent.client.version}` : 'not connected',
    model.shown ? shownInstructions(model.shown, sent.instructions) : '-',
    name ? [name.namespace, name.name, name.isDeferred && '(deferred)'].filter(Boolean).join(' ') : '-',
    model.shown ? changedDefinitions(kMetaTools, model.shown, sent.tools) : '-',
    ['search', 'open', 'describe', 'use'].map(step).join(', '),
    longest(record),
  ];
}

function keepAll(folder, { record, model, sent, run }) {
  mkdirSync(folder, { recursive: true });
  const write = (name, content) => writeFileSync(path.join(folder, name), content);
  const pretty = (value) => `${JSON.stringify(value, null, 2)}\n`;
  write('output.txt', `${run.output}\nexit code ${run.code}\n`);
  write('sent.json', pretty(sent));
  write('record.json', pretty(record));
  write('other_requests.txt', model.others.join('\n'));
  write('shown.json', pretty(model.shown ?? null));
  write('first_request.json', pretty(model.bodies[0] ?? null));
  write('last_request.json', pretty(model.bodies.at(-1) ?? null));
}

const columns = [
  'agent',
  'clientInfo',
  'shows instructions',
  'use_tool is shown as',
  'definitions',
  'search, open, describe, use',
  'longest uncut result',
];

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' }, costs: { type: 'boolean' } }, allowPositionals: true });
const scratch = mkdtempSync(path.join(tmpdir(), 'workbench-agents-'));
try {
  const env = { XDG_CACHE_HOME: path.join(scratch, 'cache'), PATH: process.env.PATH };
  const workbench = { ...workbenchArguments(scratch, { metaTools: kMetaTools }), env };
  const costs = [];
  const rows = [];
  const faults = [];
  const chosen = agents(positionals);
  let tried = 0;
  for (const agent of chosen) {
    report(agent.name);
    const folder = path.join(scratch, agent.name.replace(/\W/g, '-'));
    mkdirSync(folder);
    const outcome = values.costs
      ? await runAgent(agent, folder, workbench, new ScriptedModel(() => openAll(workbench.toolboxes)))
      : await tryAgent(agent, folder, workbench);
    if (values.keep && !values.costs) keepAll(path.join(values.keep, path.basename(folder)), outcome);
    if (!values.costs) rows.push(rowOf(agent, outcome));
    if (!outcome.model.shown) {
      const lastLines = outcome.run.output.trim().split('\n').slice(-3).join(' | ');
      faults.push(`${agent.name} did not reach the model with the tools of the workbench: ${lastLines}`);
      continue;
    }
    tried += 1;
    costs.push(await compareModes(agent, folder, scratch, env, values.keep));
    faults.push(...faultsOf(costs.at(-1)));
    if (values.costs) continue;
    const failed = Object.entries(outcome.record.steps).filter(([, works]) => !works).map(([name]) => name);
    if (failed.length) faults.push(`${agent.name}: did not work: ${failed.join(', ')}`);
    const { code } = outcome.run;
    if (!outcome.model.isDone) faults.push(`${agent.name}: ended before the task was done (exit code ${code})`);
    else if (!outcome.run.output.includes(kAnswer)) faults.push(`${agent.name}: the answer was not shown`);
  }
  const line = (cells) => `| ${cells.join(' | ')} |`;
  if (!values.costs) {
    console.log([line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n'));
    console.log('\nThe longest result of a tool, in characters, that the model is given whole; lines of 40 ASCII characters.');
  }
  console.log(`\n${tableOf(costs)}`);
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  if (positionals.length === 0 && faults.length === 0) writeCosts(tableOf(costs));
  if (hasFailed({ faults, tried, chosen: chosen.length, least: kMinAgents })) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
