// What agents show their model of the workbench, and whether a model can use it there.
// `WORKBENCH_PROGRAM=.../mcp-workbench node agents/run.mjs [--keep FOLDER] [AGENT...]`; `./bootstrap agents` does it
// all.
//
// Each agent runs without an account: its model is model.mjs, which plays task.mjs. What the agent shows is compared
// with what the workbench has sent it, which tap.mjs records. It runs twice, since search_tools finds tools of servers
// that have run before. --keep writes all of it into a folder, to be read. Exits with 1 if fewer than three agents
// could be tried, or if one could but its model could not use a tool.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { kHere, workbenchProgram } from '../lib/official_servers.mjs';
import { agents } from './agents.mjs';
import { ScriptedModel, shownTool } from './model.mjs';
import { changedDefinitions, shownInstructions } from './shown.mjs';
import { kAnswer, kPrompt, openAll, playTask } from './task.mjs';

const kTimeLimit = 240_000; // milliseconds, for one agent
const kMinAgents = 3;
const kMetaTools = ['search_tools', 'open_toolbox', 'use_tool', 'describe_tools'];
const kNode = process.execPath;

const report = (line) => console.error(`    ${line}`);

/** The arguments of a workbench whose toolboxes have a demo server, two official servers and long_text_server.mjs. */
function workbenchArguments(scratch) {
  const official = (name) => path.join(kHere, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js');
  const script = (file, ...args) => ({ command: kNode, args: [file, ...args] });
  const demo = path.join(path.dirname(workbenchProgram()), 'mcp-workbench-demo-server');
  const toolboxes = {
    text: {
      description: 'Count the words of a text, or make a SHA-256 hash of it.',
      mcpServers: { demo: { command: demo, toolFilters: ['word_count', 'hash_text'] } },
    },
    files: {
      description: 'Files of the project, to read and to change.',
      mcpServers: { filesystem: script(official('server-filesystem'), scratch) },
    },
    memory: {
      description: 'What was learned earlier, as a graph.',
      mcpServers: {
        memory: { ...script(official('server-memory')), env: { MEMORY_FILE_PATH: path.join(scratch, 'memory.jsonl') } },
      },
    },
    long: {
      description: 'Texts of any length.',
      mcpServers: { long: script(path.join(kHere, 'agents', 'long_text_server.mjs')) },
    },
  };
  const file = path.join(scratch, 'toolboxes.json');
  writeFileSync(file, JSON.stringify({ toolboxes }, null, 2));
  // search_tools is there although there are fewer tools than the default asks for.
  const metaTools = ['open_toolbox', 'use_tool', 'describe_tools', 'search_tools'];
  return { args: ['--config', file, '-D', `metaTools=${metaTools.join(',')}`], toolboxes: Object.keys(toolboxes) };
}

/** Runs a program to its end: {code, output}. It and its processes are killed when the time is over. */
function runToEnd(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const killAll = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // its processes have ended
      }
    };
    const timer = setTimeout(() => {
      output += '\n(killed: it took too long)';
      killAll();
    }, kTimeLimit);
    child.on('error', (error) => resolve({ code: undefined, output: error.message }));
    child.on('exit', (code) => {
      clearTimeout(timer);
      killAll();
      resolve({ code, output });
    });
  });
}

/** What the workbench and the agent have said to each other: {client, instructions, tools}. */
function readTap(file) {
  if (!existsSync(file)) return {};
  const messages = readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const from = (side) => messages.filter((message) => message.from === side).map(({ line }) => JSON.parse(line));
  const hello = from('client').find(({ method }) => method === 'initialize' || method === 'server/discover');
  const answers = from('server').filter(({ result }) => result);
  return {
    client: hello?.params?.clientInfo ?? hello?.params?._meta?.['io.modelcontextprotocol/clientInfo'],
    instructions: answers.find(({ result }) => result.instructions)?.result.instructions,
    tools: answers.find(({ result }) => result.tools)?.result.tools,
  };
}

/** Starts the agent with a model that plays `script`, and waits for its end: {model, sent, run}. */
async function runAgent(agent, folder, workbench, script) {
  const home = path.join(folder, 'home');
  const project = path.join(folder, 'project');
  for (const one of [home, project]) mkdirSync(one, { recursive: true });
  const tap = path.join(folder, 'tap.jsonl');
  rmSync(tap, { force: true });
  const server = {
    command: kNode,
    args: [path.join(kHere, 'agents', 'tap.mjs'), tap, workbenchProgram(), ...workbench.args],
    env: workbench.env,
  };
  const model = new ScriptedModel(script);
  await model.listen();
  try {
    const { args, env } = agent.start({ home, model: model.url, server, prompt: kPrompt });
    const [program, ...before] = agent.command;
    const searched = `${path.dirname(kNode)}:${process.env.PATH}`;
    const run = await runToEnd(program, [...before, ...args], {
      cwd: project,
      env: { PATH: searched, HOME: home, TERM: 'dumb', NO_COLOR: '1', CI: '1', ...env },
    });
    return { model, sent: readTap(tap), run };
  } finally {
    model.close();
  }
}

/** {record, model, sent, run} of the agent's second run, or of its first if that did not reach the model. */
async function tryAgent(agent, folder, workbench) {
  const record = {};
  const first = await runAgent(agent, folder, workbench, () => openAll(workbench.toolboxes));
  if (!first.model.isDone) return { record, ...first };
  return { record, ...(await runAgent(agent, folder, workbench, () => playTask(record))) };
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

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
const scratch = mkdtempSync(path.join(tmpdir(), 'workbench-agents-'));
try {
  const env = { XDG_CACHE_HOME: path.join(scratch, 'cache'), PATH: process.env.PATH };
  const workbench = { ...workbenchArguments(scratch), env };
  const rows = [];
  const faults = [];
  let tried = 0;
  for (const agent of agents(positionals)) {
    report(agent.name);
    const folder = path.join(scratch, agent.name.replace(/\W/g, '-'));
    mkdirSync(folder);
    const outcome = await tryAgent(agent, folder, workbench);
    if (values.keep) keepAll(path.join(values.keep, path.basename(folder)), outcome);
    rows.push(rowOf(agent, outcome));
    if (!outcome.model.shown) {
      const lastLines = outcome.run.output.trim().split('\n').slice(-3).join(' | ');
      faults.push(`${agent.name} did not reach the model with the tools of the workbench: ${lastLines}`);
      continue;
    }
    tried += 1;
    const failed = Object.entries(outcome.record.steps).filter(([, works]) => !works).map(([name]) => name);
    if (failed.length) faults.push(`${agent.name}: did not work: ${failed.join(', ')}`);
    const { code } = outcome.run;
    if (!outcome.model.isDone) faults.push(`${agent.name}: ended before the task was done (exit code ${code})`);
    else if (!outcome.run.output.includes(kAnswer)) faults.push(`${agent.name}: the answer was not shown`);
  }
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log([line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n'));
  console.log('\nThe longest result of a tool, in characters, that the model is given whole; lines of 40 ASCII characters.');
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  const isBroken = faults.some((fault) => !fault.includes('did not reach'));
  if (isBroken || tried < Math.min(kMinAgents, rows.length)) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
