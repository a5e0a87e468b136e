// Stands between an agent and the workbench: `node tap.mjs FILE PROGRAM [ARGUMENT...]` starts the program, passes on what
// either sends, and writes each line to the file: {"from": "client" | "server", "line": "..."}.

import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function pass(from, source, target) {
  const lines = createInterface({ input: source, crlfDelay: Infinity });
  lines.on('line', (line) => {
    appendFileSync(file, `${JSON.stringify({ from, line })}\n`);
    target.write(`${line}\n`);
  });
  return lines;
}

child.stdin.on('error', () => {}); // its end is noticed below
pass('client', process.stdin, child.stdin).on('close', () => child.stdin.end());
pass('server', child.stdout, process.stdout);
child.on('exit', (code) => process.exit(code ?? 1));
