// The JSON Schema of the toolboxes file accepts what the workbench accepts, and explains every key.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';

const kProgram = process.env.WORKBENCH_PROGRAM;
const kTest = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const kSamples = path.join(path.dirname(kTest), 'config-samples');
// The samples in JSON that are no toolboxes files.
const kOtherFormats = ['tokens.json', 'grafana-dashboard.json'];
const kEnvironment = { PATH: process.env.PATH, HOME: '/home/me' };

const folder = mkdtempSync(path.join(os.tmpdir(), 'workbench-schema-'));
after(() => rmSync(folder, { recursive: true }));

const schema = JSON.parse(execFileSync(kProgram, ['schema'], { env: kEnvironment, encoding: 'utf8' }));
// Conditions about members need no type of their own.
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const validate = ajv.compile(schema);

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const filesBelow = (root, isMeant) =>
  readdirSync(root, { recursive: true })
    .map((name) => path.join(root, name))
    .filter((file) => isMeant(path.basename(file)));

/** Whether `--check` accepts a file with this content. */
function isAcceptedByCheck(content) {
  const file = path.join(folder, 'workbench-config.json');
  writeFileSync(file, JSON.stringify(content));
  const { status } = spawnSync(kProgram, ['--check', '--config', file], { env: kEnvironment });
  assert.ok(status === 0 || status === 2, `--check ended with ${status}`);
  return status === 0;
}

function isAcceptedBySchema(content) {
  const isValid = validate(content);
  if (!isValid) assert.notEqual(ajv.errorsText(validate.errors), '');
  return isValid;
}

const withServer = (server) => ({ toolboxes: { t: { description: 'd', mcpServers: { s: server } } } });
const withToolbox = (keys) => ({ toolboxes: { t: { description: 'd', mcpServers: {}, ...keys } } });
const withHost = (pattern, keys) => ({ hosts: { [pattern]: keys }, toolboxes: {} });

const kRight = {
  'a file without toolboxes': { toolboxes: {} },
  'the address of a schema': { $schema: 'file:///usr/share/x.json', toolboxes: {} },
  'inputs of VS Code': {
    inputs: [{ id: 'k', type: 'pickString', description: 'd', options: ['a', { label: 'b', value: 'c' }], default: 'a',
      password: true, another: 1 }],
    toolboxes: {},
  },
  'a tool with another name and a hidden argument': withServer({ command: 'c',
    tools: { x: { name: 'y', arguments: { a: { default: [1], hide: true } } } } }),
  'what people decide': { lock: 'block', approve: ['!x', '!flow:'], toolboxes: { t: { description: 'd', lock: 'off',
    approve: ['!destructive:'], mcpServers: { s: { command: 'c', labels: ['private', '${LABEL:-sends}'], approve: ['!*'],
      tools: { x: { labels: [], annotations: { readOnlyHint: true, openWorldHint: false } } } } } } } },
  'a mode from a variable': { toolMode: '${MODE:-flat}', toolboxes: {} },
  'a server of stdio': withServer({ command: 'c', args: ['a'], env: { A: 'b' }, rlimits: { files: 100 } }),
  'a server behind an address': withServer({ url: 'https://example.com/mcp', headers: { A: 'b' } }),
  'a transport under its name': withServer({ transport: 'http', url: 'https://example.com/mcp' }),
  'a transport under another client\'s key and name': withServer({ type: 'streamable_http', url: 'http://127.0.0.1/' }),
  'keys of other clients': withServer({ command: 'c', alwaysAllow: ['x'], timeout: 60, enabledTools: ['x'], trust: true }),
  'a server that is not enabled': withServer({ command: 'c', enabled: false }),
  'a name of 64 characters': { toolboxes: { ['ä'.repeat(64)]: { description: 'd', mcpServers: {} } } },
  'hosts of a scope and of a version': { ...withHost('@scope/name', {}), hosts: { 'a@1.*': { maxToolName: 32 } } },
};

const kWrong = {
  'no toolboxes': {},
  'servers outside a toolbox': { mcpServers: { s: { command: 'c' } } },
  'an unknown key of the file': { toolboxes: {}, toolmode: 'flat' },
  'an unknown mode': { toolMode: 'both', toolboxes: {} },
  'an unknown key of a toolbox': withToolbox({ servers: {} }),
  'a blank description': withToolbox({ description: ' ' }),
  'a toolbox without servers': { toolboxes: { t: { description: 'd' } } },
  'a budget of nothing': withToolbox({ maxTokens: 0 }),
  'a flag in quotes': withToolbox({ autoOpen: 'true' }),
  'two underscores in a name': { toolboxes: { a__b: { description: 'd', mcpServers: {} } } },
  'a name that is too long': { toolboxes: { ['x'.repeat(65)]: { description: 'd', mcpServers: {} } } },
  'an unknown key of a server': withServer({ command: 'c', colour: 1 }),
  'another client\'s name of a key that has one here': withServer({ serverUrl: 'https://example.com/mcp' }),
  'no command': withServer({ args: [] }),
  'an empty command': withServer({ command: '' }),
  'no address': withServer({ transport: 'http' }),
  'a key of another transport': withServer({ command: 'c', headers: {} }),
  'a command behind an address': withServer({ type: 'http', url: 'https://example.com/mcp', command: 'c' }),
  'an unknown transport': withServer({ transport: 'carrier-pigeon' }),
  'a number in env': withServer({ command: 'c', env: { A: 1 } }),
  'arguments in one string': withServer({ command: 'c', args: '-y' }),
  'a label that is not known': withServer({ command: 'c', labels: ['secret'] }),
  'a hint that is not known': withServer({ command: 'c', tools: { x: { annotations: { title: 'x' } } } }),
  'another way to lock': { lock: 'on', toolboxes: {} },
  'an approval of nothing': { approve: ['!'], toolboxes: {} },
  'a filter that excludes nothing': withServer({ command: 'c', toolFilters: ['!'] }),
  'a time limit of more than a day': withServer({ command: 'c', callTimeoutMs: 86400001 }),
  'an unknown protocol': withServer({ command: 'c', protocol: 'old' }),
  'a host without a version after @': withHost('a@', {}),
  'an unknown key of a host': withHost('a', { color: 1 }),
  'an input without an id': { inputs: [{ type: 'promptString' }], toolboxes: {} },
  'an unknown key of a tool': withServer({ command: 'c', tools: { x: { nam: 'y' } } }),
  'an unknown key of an argument': withServer({ command: 'c', tools: { x: { arguments: { a: { hidden: true } } } } }),
};

test('the schema is one of draft 2020-12', () => {
  assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
  assert.ok(ajv.validateSchema(schema));
});

test('every key has a description', () => {
  for (const object of [schema, ...Object.values(schema.$defs)]) {
    assert.notEqual(object.title, undefined);
    for (const [key, value] of Object.entries(object.properties)) assert.match(value.description ?? '', /\.$/, key);
  }
});

describe('the schema accepts', () => {
  for (const file of filesBelow(kSamples, (name) => name.endsWith('.json') && !kOtherFormats.includes(name))) {
    test(path.relative(kSamples, file), () => assert.ok(validate(read(file)), ajv.errorsText(validate.errors)));
  }
  test('what init makes of the files of every client', () => {
    const files = filesBelow(path.join(kTest, 'client_files'), (name) => name === 'toolboxes.json');
    assert.ok(files.length > 10);
    for (const file of files) assert.ok(validate(read(file)), `${file}: ${ajv.errorsText(validate.errors)}`);
  });
});

describe('the schema and --check accept', () => {
  for (const [name, content] of Object.entries(kRight)) {
    test(name, () => {
      assert.ok(isAcceptedBySchema(content), ajv.errorsText(validate.errors));
      assert.ok(isAcceptedByCheck(content));
    });
  }
});

describe('the schema and --check refuse', () => {
  for (const [name, content] of Object.entries(kWrong)) {
    test(name, () => {
      assert.ok(!isAcceptedBySchema(content));
      assert.ok(!isAcceptedByCheck(content));
    });
  }
});
