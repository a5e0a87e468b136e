// The fixture itself: what the suite finds with no workbench between them, so that what it finds in the other tests is
// of the workbench's making.

import { fixtureOverHttp } from '../lib/over_http.mjs';
import { testServer } from './suite.mjs';

const fixture = await fixtureOverHttp('both');
let isExpected = true;
for (const revision of ['2025-11-25', '2026-07-28']) {
  isExpected = (await testServer(`fixture, ${revision}`, fixture.url, revision)) && isExpected;
}
await fixture.stop();
process.exitCode = isExpected ? 0 : 1;
