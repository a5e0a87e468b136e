// What a model reads that finds one tool of many by search, against all tools of all servers shown directly.
// `WORKBENCH_PROGRAM=.../mcp-workbench node tokens/search.mjs`; `./bootstrap tokens` does it all. Exits with 1 if
// finding a tool costs more than a hundredth of direct use.
//
// The questions are those of test/bench/retrieval that search was not tuned with. Each is asked in one session: search_tools
// with the question as it is, then describe_tools for the first tool found, which need not be a right one.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { definitionsOf, describeTools, openToolbox, searchTools } from '../lib/definitions.mjs';
import { kHere } from '../lib/official_servers.mjs';
import { charactersBeforeOpening, measureDirectly, sum, tokens } from './characters.mjs';
import { benchmarkServers } from './servers.mjs';
import { homeIn, kUnlimitedClient, markdownTable, withScratch, withWorkbench } from './workbench.mjs';

const kClient = kUnlimitedClient; // so that no budget applies
const kQuestions = path.join(kHere, '..', 'bench', 'retrieval', 'unseen_questions.json');
const kMaxShare = 0.01; // of the direct sum

const report = (line) => console.error(`    ${line}`);

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Opens every toolbox once, so that the next workbench knows all tools: Map of name -> characters of the answer. */
function fillCache(scratch, servers, cache) {
  return withWorkbench(scratch, servers, { name: kClient, cache }, async (client) => {
    const opened = new Map();
    for (const { name } of servers) {
      report(`${name}, opened`);
      opened.set(name, (await openToolbox(client, name)).length);
    }
    return opened;
  });
}

/** {search, json, signature, opened, isFound}, all but the last in characters. */
async function ask(client, { question, tools }, opened) {
  const { text, found } = await searchTools(client, question);
  if (!found.length) throw new Error(`nothing was found for: ${question}`);
  const [{ toolbox, server, tool }] = found;
  const named = { tools: [{ toolbox, server, tool }] };
  return {
    search: text.length,
    json: (await describeTools(client, named)).length,
    signature: (await describeTools(client, { ...named, format: 'signature' })).length,
    opened: opened.get(toolbox),
    isFound: found.some((one) => tools.includes(`${one.server}/${one.tool}`)),
  };
}

await withScratch(async (scratch) => {
  const servers = benchmarkServers(homeIn(scratch));
  const cache = path.join(scratch, 'cache');
  const direct = [];
  for (const server of servers) {
    report(`${server.name}, directly`);
    direct.push(await measureDirectly(server, kClient));
  }
  const opened = await fillCache(scratch, servers, cache);
  const options = { name: kClient, cache, autoOpen: true };
  const { before, metaTools, answers } = await withWorkbench(scratch, servers, options, async (client) => {
    const answers = [];
    for (const question of JSON.parse(readFileSync(kQuestions, 'utf8'))) {
      report(question.question);
      answers.push(await ask(client, question, opened));
    }
    const metaTools = (await definitionsOf(client)).map(({ name }) => name);
    return { before: await charactersBeforeOpening(client), metaTools, answers };
  });

  const whole = sum(direct.map(({ characters }) => characters.messages));
  const row = (what, characters) => [what, tokens(characters), `${((characters / whole) * 100).toFixed(2)} %`];
  const middle = (member) => median(answers.map((answer) => answer[member]));
  const perTask = (member) => before + median(answers.map((answer) => answer.search + answer[member]));
  const count = sum(direct.map(({ tools }) => tools.size));
  const heading = `${count} tools of ${servers.length} servers, medians of ${answers.length} questions`;
  console.log(`Tokens (characters / 4): ${heading}.\n`);
  const rows = [
    row('all tools of all servers, directly (Messages)', whole),
    row('all tools of all servers, directly (Chat)', sum(direct.map(({ characters }) => characters.chat))),
    row(`before anything is asked: instructions, ${metaTools.join(', ')}`, before),
    row('an answer of search_tools', middle('search')),
    row('describe_tools of the first tool found, as JSON', middle('json')),
    row('describe_tools of the first tool found, as a signature', middle('signature')),
    row('open_toolbox of its toolbox instead', middle('opened')),
    row('**all of it: before, search and describe (JSON)**', perTask('json')),
    row('all of it: before, search and describe (signature)', perTask('signature')),
    row('all of it: before, search and open', perTask('opened')),
  ];
  console.log(markdownTable(['what a model reads', 'tokens', 'share'], rows));
  const found = answers.filter(({ isFound }) => isFound).length;
  console.log(`\nA right tool is among those found for ${found} of ${answers.length} questions.`);
  if (perTask('json') > whole * kMaxShare) {
    console.error(`FAULT: finding a tool costs more than ${kMaxShare * 100} % of direct use`);
    process.exitCode = 1;
  }
});
