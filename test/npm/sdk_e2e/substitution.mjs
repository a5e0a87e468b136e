// A plugin of vite that loads wire.mjs wherever a scenario of the SDK imports its helpers, without a change to the checkout.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

const kHere = fileURLToPath(new URL('.', import.meta.url));
const kWire = path.join(kHere, 'wire.mjs');
const kPrefix = 'sdk-e2e:';

/** `suite` is the folder test/e2e of the checkout, whose packages the modules of this folder import. */
export function substitution(suite) {
  const helpers = path.join(suite, 'helpers', 'index.ts');
  const isHelpers = (source, importer) =>
    path.dirname(importer) === path.join(suite, 'scenarios') && source === '../helpers/index';
  const isBare = (source) => /^[@a-z]/i.test(source) && !source.startsWith('node:');
  return {
    name: 'workbench-between-client-and-server',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer) return undefined;
      if (source.startsWith(kPrefix)) return path.join(suite, source.slice(kPrefix.length));
      if (isHelpers(source, importer)) return kWire;
      if (importer.startsWith(kHere) && isBare(source)) return this.resolve(source, helpers, { skipSelf: true });
      return undefined;
    },
  };
}
