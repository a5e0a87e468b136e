// How an agent is run with a workbench and a scripted model.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kHere, workbenchProgram } from '../lib/official_servers.mjs';
import { kPrompt } from './task.mjs';

const kTimeLimit = 1000 * Number(process.env.AGENT_SECONDS ?? 240); // for one agent; more on a machine that is busy
const kNode = process.execPath;

/**
 * The arguments of a workbench whose toolboxes have a demo server, two official servers and long_text_server.mjs.
 * `metaTools`: in place of the default ones.
 */
export function workbenchArguments(scratch, { toolMode = 'proxy', metaTools = [] } = {}) {
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
  const file = path.join(scratch, `toolboxes-${toolMode}.json`);
  writeFileSync(file, JSON.stringify({ toolMode, toolboxes }, null, 2));
  const settings = metaTools.length ? ['-D', `metaTools=${metaTools.join(',')}`] : [];
  return { args: ['--config', file, ...settings], toolboxes: Object.keys(toolboxes) };
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
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: undefined, output: error.message });
    });
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

/** Starts the agent with `model`, and waits for its end: {model, sent, run}. */
export async function runAgent(agent, folder, workbench, model) {
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
  await model.listen();
  try {
    const { args, env } = agent.start({ home, model: model.url, server, prompt: kPrompt, searches: model.searches });
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

