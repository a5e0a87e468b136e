// Programs that serve over HTTP: they tell their URL on stderr, and serve until they are told to end.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const kPatience = 30_000; // milliseconds until a program that tells no URL is a failure

export class Listening {
  /** The last lines of the program's stderr. */
  said = [];

  /** Starts {command, args, env, cwd}; `announcement` has the URL as its first group. */
  static async start({ command, args, env, cwd }, announcement) {
    const started = new Listening();
    const options = { env: { ...process.env, ...env }, cwd, stdio: ['ignore', 'ignore', 'pipe'] };
    started.process = spawn(command, args, options);
    started.ended = new Promise((resolve) => started.process.once('close', resolve));
    started.url = await started.#listen(announcement);
    return started;
  }

  /** Ends the program in the way it is meant to be ended; its exit code. */
  async stop() {
    this.process.kill('SIGTERM');
    return this.ended;
  }

  #listen(announcement) {
    return new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${why}; on stderr:\n${this.said.join('\n')}`));
      const late = setTimeout(() => {
        this.process.kill('SIGKILL');
        fail('it does not tell where it listens');
      }, kPatience);
      this.process.once('error', reject);
      this.ended.then((code) => fail(`it ended with ${code}`)).finally(() => clearTimeout(late));
      createInterface({ input: this.process.stderr }).on('line', (line) => {
        this.said = [...this.said.slice(-200), line];
        const url = announcement.exec(line)?.[1];
        if (!url) return;
        clearTimeout(late);
        resolve(url);
      });
    });
  }
}
