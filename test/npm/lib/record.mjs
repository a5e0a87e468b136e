// Passes lines between a client and its server, and records each before it passes it on:
// `node record.mjs FOLDER COMMAND [ARGUMENT...]`. Each run has a file of its own in the folder.

import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';

const [folder, command, ...args] = process.argv.slice(2);
const file = path.join(folder, `${process.hrtime.bigint().toString().padStart(20, '0')}-${process.pid}.jsonl`);
appendFileSync(file, '');

const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

/** Passes whole lines from one stream to the other, and the end of the stream. */
function passOn(from, to, sender) {
  let unfinished = '';
  from.setEncoding('utf8');
  from.on('data', (chunk) => {
    const lines = (unfinished + chunk).split('\n');
    unfinished = lines.pop();
    for (const line of lines) {
      appendFileSync(file, `${JSON.stringify({ sender, line })}\n`);
      to.write(`${line}\n`);
    }
  });
  from.on('end', () => to.end(unfinished));
}

passOn(process.stdin, server.stdin, 'client');
passOn(server.stdout, process.stdout, 'server');
for (const pipe of [server.stdin, process.stdout]) pipe.on('error', () => {}); // the reader has closed it
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});
