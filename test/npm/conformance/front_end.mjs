// What the suite asks that is about the front end alone, of the workbench as people use it: in proxy mode, with the
// toolboxes of the demonstration.

import { fileURLToPath } from 'node:url';
import { WorkbenchOverHttp, demonstration } from '../lib/over_http.mjs';
import { testServerScenarios } from './suite.mjs';

const kScenarios = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'logging-set-level',
    'tools-list',
    'server-session-lifecycle',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-sse-multiple-streams',
    'tools-list',
    'caching',
    'server-stateless',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
};

const kExpected = fileURLToPath(new URL('expected-failures/front-end.yml', import.meta.url));

const demo = demonstration();
const workbench = await WorkbenchOverHttp.start(demo.file, demo.env);

let isExpected = true;
for (const [revision, scenarios] of Object.entries(kScenarios)) {
  const title = `front end alone, ${revision}`;
  const expectedFile = revision === '2026-07-28' ? kExpected : undefined;
  isExpected = (await testServerScenarios(title, workbench.url, revision, scenarios, expectedFile)) && isExpected;
}
if (!isExpected) console.log(`  the workbench logged at last:\n${workbench.log.slice(-60).join('\n')}`);
const code = await workbench.stop();
process.exitCode = isExpected && code === 0 ? 0 : 1;
