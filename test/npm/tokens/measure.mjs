// What a model has to read of the tools of public servers: from a host that is connected to them directly, and from
// the workbench. `WORKBENCH_PROGRAM=.../mcp-workbench node tokens/measure.mjs [SERVER...]`; `./bootstrap tokens` does
// it all. Exits with 1 if the workbench costs more than direct use, or its list of a single server's tools 2 % more.
//
// A token is taken as four characters. Directly: for each tool hostDefinition(), in the two forms in which
// hosts send tools to models and in the shortest possible, and the server's instructions. Through the workbench: the whole answer
// of open_toolbox to a client without a limit.

import { openToolbox, toolsIn } from '../lib/definitions.mjs';
import { charactersBeforeOpening, measureDirectly, sum, tokens } from './characters.mjs';
import { benchmarkServers } from './servers.mjs';
import { homeIn, kUnlimitedClient, markdownTable, withScratch, withWorkbench } from './workbench.mjs';

const kClient = kUnlimitedClient; // so that no budget applies
const kShownTools = 5; // of a server
const kDetails = ['lean', 'brief', 'names'];
const kShareBeforeOpening = 0.05; // of the direct sum

// A server whose schemas have nothing to leave out, no `$schema` and no titles, cannot make up for `toolbox_name` and
// `source_server`, which every tool of the answer has. What the answer says of the toolbox, before the tools, is not
// counted.
const kMaxIncrease = 0.02;

const report = (line) => console.error(`    ${line}`);

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
    tokens(characters.bare),
    tokens(characters.messages),
    tokens(characters.chat),
    ...kDetails.map((detail) => tokens(opened[detail].answers.get(server.name).length)),
  ]);
  const sums = [1, 2, 3, 4, 5, 6, 7].map((column) => sum(rows.map((row) => row[column])));
  const before = kDetails.map((detail) => tokens(opened[detail].before));
  return markdownTable(
    ['server', 'tools', 'directly (bare names)', 'directly (Messages)', 'directly (Chat)', ...kDetails],
    [
      ...rows,
      ['**sum**', ...sums],
      ['before opening', '', ...sums.slice(1, 4), ...before],
      ['all opened, with what was there before', '', ...sums.slice(1, 4), ...before.map((tokens, i) => tokens + sums[4 + i])],
    ],
  );
}

/** The tools of a server that cost more through the workbench: "name +characters"; and those that are not listed. */
function compareTools({ server, tools }, answer) {
  const listed = new Map(toolsIn(answer).map(({ name, text }) => [name, text.length]));
  const missing = [...tools.keys()].filter((name) => !listed.has(name));
  const dearer = [...tools].filter(([name, { chat }]) => listed.get(name) > chat);
  return {
    missing,
    count: dearer.length,
    dearer: dearer.map(([name, { chat }]) => `${name} +${listed.get(name) - chat}`),
    server: server.name,
  };
}

/** One line for each fault. */
function faultsOf(direct, { lean }) {
  const faults = [];
  for (const { server, characters } of direct) {
    const answer = lean.answers.get(server.name);
    const more = answer.length / characters.chat - 1;
    if (more <= 0) continue;
    const what = `${server.name} costs ${answer.length} characters through the workbench, ${characters.chat} directly`;
    const list = answer.length - answer.indexOf('"tools":[');
    if (list / characters.chat - 1 > kMaxIncrease) faults.push(what);
    else console.log(`Longer by ${(more * 100).toFixed(1)} %: ${what}`);
  }
  const total = sum(direct.map(({ characters }) => characters.messages));
  const opened = sum([...lean.answers.values()].map((text) => text.length));
  const directly = sum(direct.map(({ characters }) => characters.chat));
  if (opened > directly) faults.push(`all servers cost ${opened} characters, ${directly} directly`);
  if (lean.before > total * kShareBeforeOpening) {
    const most = `${kShareBeforeOpening * 100} % of the ${total} of direct use`;
    faults.push(`${lean.before} characters before anything is opened, more than ${most}`);
  }
  return faults;
}

function reportTools(comparisons) {
  const dearer = sum(comparisons.map(({ count }) => count));
  console.log(`\nTools whose line in the lean answer is longer than their definition directly: ${dearer}`);
  for (const { server, count, dearer } of comparisons) {
    if (!count) continue;
    const shown = dearer.slice(0, kShownTools).join(', ');
    console.log(`- ${server}, ${count} (characters more): ${shown}${count > kShownTools ? ', ...' : ''}`);
  }
}

await withScratch(async (scratch) => {
  const servers = benchmarkServers(homeIn(scratch), process.argv.slice(2));
  const direct = [];
  for (const server of servers) {
    report(`${server.name}, directly`);
    direct.push(await measureDirectly(server, kClient));
  }
  const opened = {};
  for (const detail of kDetails) opened[detail] = await openAll(scratch, servers, detail);

  console.log('Tokens (characters / 4) that a model reads of the tools.');
  console.log('Directly: definitions as hosts send them in the Messages and Chat Completions APIs, and instructions.');
  console.log('Bare names: the first of these without the name of the server in those of its tools.\n');
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
