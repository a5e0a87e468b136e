// An accessibility check of the page that a browser shows.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const kAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds, as texts: rule, impact, and the elements. */
export async function accessibilityFindings(page) {
  await page.evaluate(`if (!window.axe) { ${kAxe}; } true`);
  const violations = await page.evaluate(`axe.run(document).then(({ violations }) => violations.map(({ id, impact, nodes }) =>
    impact + ' ' + id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary.replace(/\\s+/g, ' ')).join(' | ')))`);
  return violations;
}
