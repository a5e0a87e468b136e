// The suite's server behind the workbench, which reaches it over HTTP: all client scenarios but those on authorization.

import { fileURLToPath } from 'node:url';
import { testClient } from './suite.mjs';

const kScenarios = {
  '2025-11-25': [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'json-schema-2020-12-preservation',
  ],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'sep-2322-client-request-state',
    'json-schema-ref-no-deref',
  ],
};

const kClient = fileURLToPath(new URL('through_the_workbench.mjs', import.meta.url));
const command = `${process.execPath} ${kClient}`;

let isExpected = true;
for (const [revision, scenarios] of Object.entries(kScenarios)) {
  isExpected = (await testClient(`client side, ${revision}`, command, revision, scenarios)) && isExpected;
}
process.exitCode = isExpected ? 0 : 1;
