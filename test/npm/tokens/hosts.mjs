// Can a model use servers with many tools, and tools with long definitions, in a host that truncates results?
// `WORKBENCH_PROGRAM=.../mcp-workbench node tokens/hosts.mjs [SERVER...]`. Exits with 1 if it cannot.
//
// The client has the name of the host, so that the workbench knows its limit. Then the first
// characters of open_toolbox's answer must name every tool (unless no answer could), and the answer of describe_tools
// for each of the longest definitions must be within the limit and must name every argument.

import { definitionsOfServer, describeTools, openToolbox } from '../lib/definitions.mjs';
import { benchmarkServers } from './servers.mjs';
import { homeIn, markdownTable, withScratch, withWorkbench } from './workbench.mjs';

const kHost = '@cline/core';
const kLimit = 8000; // characters of the JSON of a result, of which this host cuts out the middle for its model
const kMaxDescribed = 3; // definitions of each server to have described

const report = (line) => console.error(`    ${line}`);
const lengthInHost = (text) => JSON.stringify({ content: [{ type: 'text', text }] }).length;
const lengthOf = (definition) => JSON.stringify(definition).length;
const argumentsOf = ({ inputSchema }) => Object.keys(inputSchema.properties ?? {});

/** Those of `names` that are not in the text as whole words. JSON writes a line break before one as \n. */
function missingIn(json, names) {
  const text = json.replace(/\\[nt]/g, ' ');
  const escaped = (name) => name.replace(/[^\w]/g, '\\$&');
  return names.filter((name) => !new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`).test(text));
}

/** {cell, faults} */
async function describedLongest(client, server, definitions) {
  const longest = [...definitions].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, kMaxDescribed);
  const cells = [];
  const faults = [];
  for (const definition of longest) {
    const tool = { toolbox: server.name, server: server.name, tool: definition.name };
    const text = await describeTools(client, { tools: [tool] });
    cells.push(`${definition.name} ${lengthOf(definition)} → ${text.length}`);
    const missing = missingIn(text, argumentsOf(definition));
    if (lengthInHost(text) > kLimit) faults.push(`${definition.name} is described in ${lengthInHost(text)} characters`);
    if (missing.length) faults.push(`the description of ${definition.name} does not name ${missing.join(', ')}`);
  }
  return { cell: cells.join('; '), faults };
}

/** What the host shows of a text. */
function shownOf(text) {
  const surplus = lengthInHost(text) - kLimit;
  if (surplus <= 0) return text;
  const middle = text.length / 2;
  return text.slice(0, middle - surplus / 2) + text.slice(middle + surplus / 2);
}

/** The fault of an answer that names too few tools; none if the bare names are longer than the limit. */
function namingFaults(names, missing) {
  if (!missing.length || JSON.stringify(JSON.stringify(names)).length > kLimit) return [];
  return [`${missing.length} tools are not named within the limit: ${missing.join(', ')}`];
}

/** {row, faults} */
async function examine(client, server) {
  report(server.name);
  const definitions = await definitionsOfServer(server.entry, kHost);
  const names = definitions.map(({ name }) => name);
  const answer = await openToolbox(client, server.name);
  const missing = missingIn(shownOf(answer), names);
  const described = await describedLongest(client, server, definitions);
  return {
    row: [
      server.name,
      names.length,
      names.join('\n').length,
      answer.length,
      names.length - missing.length,
      described.cell,
    ],
    faults: [...namingFaults(names, missing), ...described.faults].map((fault) => `${server.name}: ${fault}`),
  };
}

await withScratch(async (scratch) => {
  const servers = benchmarkServers(homeIn(scratch), process.argv.slice(2));
  const tries = await withWorkbench(scratch, servers, { name: kHost }, async (client) => {
    const all = [];
    for (const server of servers) all.push(await examine(client, server));
    return all;
  });

  console.log(`Results in ${kHost}, which truncates them at ${kLimit} characters. All lengths in characters.\n`);
  const columns = ['server', 'tools', 'bare names', 'answer', 'tools named', 'longest definitions, as described'];
  console.log(markdownTable(columns, tries.map(({ row }) => row)));

  const faults = tries.flatMap(({ faults }) => faults);
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  if (faults.length) process.exitCode = 1;
});
