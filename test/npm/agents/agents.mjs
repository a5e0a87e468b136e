// The agents: their packages, and how each is started with our model, one MCP server named `workbench`, and no account.
// None asks anybody: all calls of tools are allowed. `program` is in a package for one platform, where the script of
// the agent's own package would have to be run at its installation.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const kModel = 'scripted-model';
const kKey = 'none';
const kPlatform = `${process.platform}-${process.arch}`;
const kPackages = path.join(fileURLToPath(new URL('.', import.meta.url)), 'node_modules');

function write(folder, file, content) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return target;
}

/**
 * Each start() writes the agent's files into `home`, its home folder, and returns {args, env}. `model` is the URL of
 * the model, `server` is {command, args, env} of the workbench. `searches`: the model can search for deferred tools.
 */
const kAgents = {
  'Claude Code': {
    package: '@anthropic-ai/claude-code',
    program: `@anthropic-ai/claude-code-${kPlatform}/claude`,
    start({ home, model, server, prompt }) {
      const config = write(home, 'mcp.json', { mcpServers: { workbench: server } });
      return {
        args: ['-p', prompt, '--strict-mcp-config', '--mcp-config', config, '--allowedTools', 'mcp__workbench'],
        env: {
          ANTHROPIC_BASE_URL: model,
          ANTHROPIC_API_KEY: kKey,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          ENABLE_TOOL_SEARCH: 'true', // as at Anthropic's own address; at others it is off unless asked for
        },
      };
    },
  },

  Codex: {
    package: '@openai/codex',
    // It defers tools for models that it knows to search for them; of ours it knows nothing.
    start({ home, model, server, prompt, searches }) {
      const toml = JSON.stringify; // of strings and lists of strings: the same in both
      const variables = Object.entries(server.env).map(([name, value]) => `${name} = ${toml(value)}`);
      write(
        home,
        '.codex/config.toml',
        `model = ${toml(searches ? 'gpt-5.5' : kModel)}
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = ${toml(`${model}/v1`)}
env_key = "SCRIPTED_KEY"
wire_api = "responses"
[mcp_servers.workbench]
command = ${toml(server.command)}
args = ${toml(server.args)}
env = { ${variables.join(', ')} }
`,
      );
      return {
        args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
        env: { SCRIPTED_KEY: kKey },
      };
    },
  },

  'Gemini CLI': {
    package: '@google/gemini-cli',
    start({ home, model, server, prompt }) {
      write(home, '.gemini/settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { workbench: server },
      });
      return {
        args: ['--yolo', '--skip-trust', '-m', 'gemini-2.5-pro', '-p', prompt],
        env: { GEMINI_API_KEY: kKey, GOOGLE_GEMINI_BASE_URL: model },
      };
    },
  },

  'Qwen Code': {
    package: '@qwen-code/qwen-code',
    start({ home, model, server, prompt }) {
      write(home, '.qwen/settings.json', {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { workbench: server },
      });
      return {
        args: ['--yolo', '--auth-type', 'openai', '-p', prompt],
        env: { OPENAI_API_KEY: kKey, OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: kModel },
      };
    },
  },

  opencode: {
    package: 'opencode-ai',
    program: `opencode-${kPlatform}/bin/opencode`,
    start({ home, model, server, prompt }) {
      const command = [server.command, ...server.args];
      write(home, '.config/opencode/opencode.json', {
        model: `scripted/${kModel}`,
        small_model: `scripted/${kModel}`,
        share: 'disabled',
        autoupdate: false,
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: kKey },
            models: { [kModel]: { tool_call: true, limit: { context: 1_000_000, output: 8_000 } } },
          },
        },
        mcp: { workbench: { type: 'local', command, environment: server.env, enabled: true } },
      });
      return { args: ['run', '--auto', prompt], env: { OPENCODE_DISABLE_MODELS_FETCH: 'true' } };
    },
  },

  'Copilot CLI': {
    package: '@github/copilot',
    start({ home, model, server, prompt }) {
      write(home, '.copilot/mcp-config.json', { mcpServers: { workbench: { type: 'local', tools: ['*'], ...server } } });
      return {
        args: ['--allow-all-tools', '-p', prompt],
        env: {
          COPILOT_OFFLINE: 'true',
          COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
          COPILOT_PROVIDER_API_KEY: kKey,
          COPILOT_MODEL: kModel,
        },
      };
    },
  },

  Cline: {
    package: 'cline',
    start({ home, model, server, prompt }) {
      write(home, '.cline/data/settings/cline_mcp_settings.json', {
        mcpServers: { workbench: { type: 'stdio', ...server } },
      });
      write(home, '.cline/data/settings/providers.json', {
        version: 1,
        lastUsedProvider: 'openai-compatible',
        providers: {
          'openai-compatible': {
            settings: { provider: 'openai-compatible', apiKey: kKey, model: kModel, baseUrl: `${model}/v1` },
            updatedAt: '2026-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      });
      return { args: ['--auto-approve', 'true', prompt], env: {} };
    },
  },

  Continue: {
    package: '@continuedev/cli',
    start({ home, model, server, prompt }) {
      const config = write(home, 'config.yaml', {
        name: 'scripted',
        version: '1.0.0',
        schema: 'v1',
        models: [
          {
            name: 'scripted',
            provider: 'openai',
            model: kModel,
            apiKey: kKey,
            apiBase: `${model}/v1`,
            roles: ['chat'],
            capabilities: ['tool_use'],
            defaultCompletionOptions: { contextLength: 1_000_000, maxTokens: 8_000 },
          },
        ],
        mcpServers: [{ name: 'workbench', ...server }],
      }); // YAML, of which JSON is a part
      return { args: ['-p', prompt, '--auto', '--config', config], env: { CONTINUE_TELEMETRY_ENABLED: '0' } };
    },
  },
};

/** Its first program: a script, or a program of its own. */
function commandOf(folder, { bin }) {
  const file = path.join(folder, typeof bin === 'string' ? bin : Object.values(bin)[0]);
  const isScript = /\.[cm]?js$/.test(file) || readFileSync(file).subarray(0, 64).toString('latin1').includes('node');
  return isScript ? [process.execPath, file] : [file];
}

/** The agents, or those that are `named`: {name, package (with its version), command, start}. */
export function agents(named = []) {
  const unknown = named.filter((name) => !kAgents[name]);
  if (unknown.length) throw new Error(`no such agent: ${unknown}; there are ${Object.keys(kAgents).join(', ')}`);
  const picked = Object.entries(kAgents).filter(([name]) => !named.length || named.includes(name));
  return picked.map(([name, { package: id, program, start }]) => {
    const folder = path.join(kPackages, id);
    if (!existsSync(folder)) return { name, package: `${id}, not installed`, command: [folder], start };
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const command = program ? [path.join(kPackages, program)] : commandOf(folder, manifest);
    return { name, package: `${id}@${manifest.version}`, command, start };
  });
}
