// What a model has to read of the tools of public servers: from a host that is connected to them directly, and from
// the workbench. `WORKBENCH_PROGRAM=.../mcp-workbench node tokens/measure.mjs [SERVER...]`; `./bootstrap tokens` does
// it all. Ends with 1 if the workbench costs more than direct use.
//
// A token is taken as four characters. Directly: for each tool what hostDefinition() says, the least that a common
// host sends. Through the workbench: the whole text that open_toolbox answers, to a client that it does not know.

import { definitionsOf, definitionsOfServer, hostDefinition, isListed } from '../lib/definitions.mjs';
import { openToolbox, toolsIn } from '../lib/toolbox_answers.mjs';
import { benchmarkServers } from './servers.mjs';
import { markdownTable } from './table.mjs';
import { homeIn, withScratch, withWorkbench } from './workbench.mjs';

const kClient = 'token-benchmark'; // no host that the workbench knows, so that none of its budgets applies
const kDetails = ['lean', 'brief', 'names'];
const kShareBeforeOpening = 0.05; // of the direct sum

const tokens = (characters) => Math.round(characters / 4);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const report = (line) => console.error(`    ${line}`);

/** {server, tools: Map of name -> characters, characters} */
async function measureDirectly(server) {
  report(`${server.name}, directly`);
  const definitions = (await definitionsOfServer(server.entry, kClient)).filter(isListed);
  const tools = new Map(definitions.map((tool) => [tool.name, hostDefinition(server.name, tool).length]));
  return { server, tools, characters: sum([...tools.values()]) };
}

/** What the model reads before it opens anything: the meta-tools as hosts send them, and the instructions. */
async function charactersBeforeOpening(client) {
  const metaTools = await definitionsOf(client);
  const instructions = client.getInstructions() ?? '';
  return sum(metaTools.map((tool) => hostDefinition('workbench', tool).length)) + instructions.length;
}

/** All toolboxes opened in one session: {before, answers: Map of server name -> text}. */
function openAll(scratch, servers, detail) {
  const options = { detail: detail === 'lean' ? undefined : detail, name: kClient };
  return withWorkbench(scratch, servers, options, async (client) => {
    const before = await charactersBeforeOpening(client);
    const answers = new Map();
    for (const { name } of servers) {
      report(`${name}, ${detail}`);
      answers.set(name, await openToolbox(client, name));
    }
    return { before, answers };
  });
}

function tableOf(direct, opened) {
  const rows = direct.map(({ server, tools, characters }) => [
    `${server.name} (${server.package})`,
    tools.size,
    tokens(characters),
    ...kDetails.map((detail) => tokens(opened[detail].answers.get(server.name).length)),
  ]);
  const sums = [1, 2, 3, 4, 5].map((column) => sum(rows.map((row) => row[column])));
  const before = kDetails.map((detail) => tokens(opened[detail].before));
  return markdownTable(
    ['server', 'tools', 'directly', ...kDetails],
    [
      ...rows,
      ['**sum**', ...sums],
      ['before opening', '', sums[1], ...before],
      ['all opened, with what was there before', '', sums[1], ...before.map((tokens, i) => tokens + sums[2 + i])],
    ],
  );
}

/** The tools of a server that cost more through the workbench: "name +characters"; and those that are not listed. */
function compareTools({ server, tools }, answer) {
  const listed = new Map(toolsIn(answer).map(({ name, text }) => [name, text.length]));
  const missing = [...tools.keys()].filter((name) => !listed.has(name));
  const dearer = [...tools].filter(([name, characters]) => listed.get(name) > characters);
  return {
    missing,
    count: dearer.length,
    dearer: dearer.map(([name, characters]) => `${name} +${listed.get(name) - characters}`),
    server: server.name,
  };
}

/** What should not be, as lines; none if all is well. */
function faultsOf(direct, { lean }) {
  const faults = [];
  for (const { server, characters } of direct) {
    const opened = lean.answers.get(server.name).length;
    if (opened <= characters) continue;
    faults.push(`${server.name} costs ${opened} characters through the workbench, ${characters} directly`);
  }
  const total = sum(direct.map(({ characters }) => characters));
  if (lean.before > total * kShareBeforeOpening) {
    const most = `${kShareBeforeOpening * 100} % of the ${total} of direct use`;
    faults.push(`${lean.before} characters are there before anything is opened, more than ${most}`);
  }
  return faults;
}

function reportTools(comparisons) {
  const dearer = sum(comparisons.map(({ count }) => count));
  console.log(`\nTools whose line in the lean answer is longer than their definition directly: ${dearer}`);
  for (const { server, count, dearer } of comparisons) {
    if (count) console.log(`- ${server}, ${count} (characters more): ${dearer.join(', ')}`);
  }
}

await withScratch(async (scratch) => {
  const servers = benchmarkServers(homeIn(scratch), process.argv.slice(2));
  const direct = [];
  for (const server of servers) direct.push(await measureDirectly(server));
  const opened = {};
  for (const detail of kDetails) opened[detail] = await openAll(scratch, servers, detail);

  console.log('Tokens (characters / 4) that a model reads of the tools.');
  console.log('Directly: {"name":"mcp__SERVER__TOOL","description":...,"input_schema":...} for each, minified.\n');
  console.log(tableOf(direct, opened));
  const comparisons = direct.map((one) => compareTools(one, opened.lean.answers.get(one.server.name)));
  reportTools(comparisons);

  const faults = faultsOf(direct, opened);
  for (const { server, missing } of comparisons) {
    if (missing.length) faults.push(`${server}: not listed by the workbench: ${missing.join(', ')}`);
  }
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  if (faults.length) process.exitCode = 1;
});
