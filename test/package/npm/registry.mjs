// A registry of npm on this machine, which has the packages under test and nothing else, and homes in which npm uses it.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runServer } from 'verdaccio';

const run = promisify(execFile);

/** What verdaccio is configured with: it knows no other registry, and everything may be published by everyone. */
function configuration(folder) {
  return {
    configPath: join(folder, 'config.yaml'),
    self_path: join(folder, 'config.yaml'),
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: -1 } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$all' } },
    max_body_size: '200mb',
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  };
}

function listen(server) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

/** The environment of this process without what npm has set, and with what makes npm use the registry and the home alone. */
function environment(home, cache, port) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|WORKBENCH_|XDG_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    npm_config_cache: cache,
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_update_notifier: 'false',
  };
}

export class Registry {
  #folder;
  #server;
  #port;

  /** Starts it, and publishes all packages of the folder. */
  static async start(packages) {
    const registry = new Registry();
    registry.#folder = await mkdtemp(join(tmpdir(), 'mcp-workbench-npm-'));
    registry.#server = await runServer(configuration(registry.#folder));
    registry.#port = await listen(registry.#server);
    const home = await registry.home('publisher');
    for (const file of readdirSync(packages).filter((name) => name.endsWith('.tgz'))) {
      await run('npm', ['publish', '--ignore-scripts', join(packages, file)], { env: home.environment, cwd: home.folder });
    }
    return registry;
  }

  /** An empty home, whose `environment` makes npm use this registry, and a cache of its own or the one that others have filled. */
  async home(name, { cache = 'common' } = {}) {
    const folder = join(this.#folder, 'homes', name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.npmrc'), `//127.0.0.1:${this.#port}/:_authToken=anyone\n`);
    return { folder, environment: environment(folder, cache === 'own' ? join(folder, '.npm') : join(this.#folder, 'cache'), this.#port) };
  }

  /** From now on nothing answers at its port. */
  async stop() {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections?.();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async remove() {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
