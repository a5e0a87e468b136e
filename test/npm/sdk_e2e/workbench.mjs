// A workbench in flat mode with one server.

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WorkbenchOverHttp, configured } from '../lib/over_http.mjs';

const kSettings = [
  'schemaRepair=false', // tests compare definitions, also of schemas that the workbench would repair
  'limits.drain=0', // many tests end while a call is in flight
  'limits.listPatience=10m',
  'limits.openPatience=10m', // servers that never list their tools are for the client's own time limits
  'limits.idleExit=1m', // a test that fails before its end, with a clock of its own say, ends no workbench
];

const toolboxes = (entry) => ({
  toolMode: 'flat',
  toolboxes: { only: { description: 'The server of a test', mcpServers: { only: entry } } },
});

/** Appends the log of a test's workbench to a file of the folder SDK_E2E_LOGS, if there is one. */
function keepLog(test, log) {
  const folder = process.env.SDK_E2E_LOGS;
  if (!folder || !test) return;
  const name = `${test.suite?.name ?? ''} ${test.name}`.replaceAll(/[^\w.-]+/g, '_');
  appendFileSync(path.join(folder, `${name}.log`), `${log.join('\n')}\n`);
}

/** One that listens for HTTP. */
export async function overHttp(entry) {
  const workbench = await WorkbenchOverHttp.start(toolboxes(entry), {}, {}, kSettings);
  return {
    url: workbench.url,
    async close(test) {
      await workbench.stop();
      keepLog(test, workbench.log);
    },
  };
}

/** The command of one that serves the client that starts it. */
export function overStdio(entry) {
  const { command, args, remove } = configured(toolboxes(entry));
  const log = [];
  return {
    command: { command, args: [...args, ...kSettings.flatMap((setting) => ['-D', setting])], env: { ...process.env } },
    watch: (stderr) => createInterface({ input: stderr }).on('line', (line) => log.push(line)),
    close(test) {
      remove();
      keepLog(test, log);
    },
  };
}
