// The result of the matrix as the table in docs/protocol/revisions.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { impossible, kClients, kRevisions, kServers } from './matrix_kinds.mjs';

const kDocument = new URL('../../../docs/protocol/revisions.md', import.meta.url);
const kBegin = '<!-- Written by test/npm/matrix.test.mjs -->\n';
const kEnd = '<!-- The end of what it writes -->\n';

const listed = (names) => [...new Set(names)].join(', ').replace(/, ([^,]*)$/, ' and $1');
const transportsOf = (kinds, revision) =>
  listed(kinds.filter((kind) => kind.revision === revision).map(({ transport }) => transport));
const row = (cells) => `| ${cells.join(' | ')} |\n`;

export class MatrixTable {
  #cells = new Map(); // "CLIENT/SERVER" -> Map(feature -> {side, works}), over all transports and libraries

  constructor(features) {
    this.features = features;
  }

  /** The feature works, or if the revision of a `side` does not have it fails as it should. */
  record(client, server, feature, { side, works }) {
    const key = `${client}/${server}`;
    if (!this.#cells.has(key)) this.#cells.set(key, new Map());
    const cell = this.#cells.get(key);
    cell.set(feature, { side, works: works && (cell.get(feature)?.works ?? true) });
  }

  text() {
    const head = ['client \\ server', ...kRevisions];
    const body = kRevisions.map((client) => row([client, ...kRevisions.map((server) => this.#cell(client, server))]));
    return [
      `Checked in each cell: ${listed(this.features)}.\n\n`,
      row(head),
      row(head.map(() => '---')),
      ...body,
      '\n',
      ...this.#transports(),
      '\n',
      ...this.#reasons(),
    ].join('');
  }

  /** What the document has. Throws if it has no place for the table. */
  inDocument() {
    return this.#divided()[1];
  }

  write() {
    const [before, , after] = this.#divided();
    writeFileSync(kDocument, before + this.text() + after);
  }

  #divided() {
    const document = readFileSync(kDocument, 'utf8');
    const begin = document.indexOf(kBegin) + kBegin.length;
    const end = document.indexOf(kEnd);
    if (begin < kBegin.length || end < begin) throw new Error(`revisions.md has no lines '${kBegin}' and '${kEnd}'`);
    return [document.slice(0, begin), document.slice(begin, end), document.slice(end)];
  }

  #cell(client, server) {
    const cell = this.#cells.get(`${client}/${server}`) ?? new Map();
    const failed = this.features.filter((name) => !cell.get(name)?.works);
    if (failed.length > 0) return `fails: ${listed(failed)}`;
    const without = this.features.filter((name) => cell.get(name).side);
    return without.length === 0 ? 'all' : `all but ${listed(without)}`;
  }

  #transports() {
    return kRevisions.map(
      (revision) =>
        `- ${revision}: clients over ${transportsOf(kClients, revision)}, servers over ${transportsOf(kServers, revision)}\n`,
    );
  }

  #reasons() {
    const pairs = kRevisions.flatMap((client) => kRevisions.map((server) => impossible(client, server)));
    const reasons = pairs.flatMap((pair) =>
      Object.entries(pair).map(([feature, { reason }]) => `- ${feature} ${reason}\n`),
    );
    return [...new Set(reasons)].sort();
  }
}
