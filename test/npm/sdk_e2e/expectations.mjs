// The failures that are expected through the workbench, and how they compare with those that were found.

import { readFileSync } from 'node:fs';

/**
 * Why a test may fail through the workbench although it passes without:
 *   identity     it expects the server's own name, version, capabilities, instructions or revision
 *   wording      it expects the text of the SDK's server in an error, or the message in another of the permitted forms
 *   paging       it expects the server's own pages and cursors
 *   bookkeeping  it expects the SDK's own session ids, HTTP statuses, headers or private fields
 *   sdk          the SDK's suite expects a defect of the SDK, which the workbench hides, or shows where there was none
 *   reach        it reaches around the protocol: looks into the server object, or makes the server break it
 *   defect       a defect of the workbench
 */
const kKinds = ['identity', 'wording', 'paging', 'bookkeeping', 'sdk', 'reach', 'defect'];

/** `REQUIREMENT [ARM REVISION] > TITLE`, as vitest names a test. */
const kName = /^(?<id>.*) \[(?<arm>\w+) [\d-]+\] > (?<title>.*)$/;

/** `REQUIREMENT`, `REQUIREMENT > TITLE`, and either with ` [ARM ARM...]`: the tests of these arms alone. */
const kEntry = /^(?<id>.*?)( > (?<title>.*?))?( \[(?<arms>[\w ]+)\])?$/;

function readEntry(text) {
  const { id, title, arms } = kEntry.exec(text).groups;
  return { text, id, title, arms: arms?.split(' ') };
}

const covers = (entry, { id, arm, title }) =>
  entry.id === id && (!entry.title || entry.title === title) && (!entry.arms || entry.arms.includes(arm));

export class Expectations {
  #entries;

  constructor(file) {
    const groups = JSON.parse(readFileSync(file, 'utf8'));
    this.#entries = groups.flatMap(({ kind, why, tests, sometimes = false }) => {
      if (!kKinds.includes(kind) || !why || !tests) throw new Error(`${file}: each group has a kind, why and tests`);
      return tests.map((text) => ({ ...readEntry(text), kind, sometimes }));
    });
  }

  /** `found` are the tests that went through the workbench: [{name, passed}]. `isWhole`: all tests were run. */
  compare(found, isWhole) {
    const met = new Set();
    const kinds = Object.fromEntries(kKinds.map((kind) => [kind, 0]));
    const differences = [];
    for (const { name, passed } of found) {
      const entry = this.#entries.find((one) => covers(one, kName.exec(name)?.groups ?? {}));
      if (entry) met.add(entry);
      if (entry && !passed) ++kinds[entry.kind];
      if (!entry && !passed) differences.push(`fails unexpectedly: ${name}`);
      if (entry && passed && !entry.sometimes) differences.push(`passes although a failure is expected: ${name}`);
    }
    const unknown = isWhole ? this.#entries.filter((entry) => !met.has(entry)) : [];
    differences.push(...unknown.map(({ text }) => `there is no such test: ${text}`));
    return { kinds, differences };
  }
}
