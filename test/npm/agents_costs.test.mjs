// What counts as a failure of agents/run.mjs, which needs agents and is run by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, hasFailed } from './agents/costs.mjs';

const solved = (turns, tokens) => ({ isSolved: true, turns, tokens, called: ['word_count'] });
const unsolved = { isSolved: false, turns: 1, tokens: 10, called: [] };
const run = (faults, tried, chosen) => hasFailed({ faults, tried, chosen, least: 3 });
const unreached = 'b did not reach the model with the tools of the workbench: ';

test('an agent that has solved the task with both modes, with auto at no more cost, has no fault', () => {
  assert.deepEqual(faultsOf({ agent: 'a', proxy: solved(4, 1000), auto: solved(2, 1004) }), []);
});

test('an agent that has not solved the task has a fault for each mode', () => {
  assert.deepEqual(faultsOf({ agent: 'a', proxy: unsolved, auto: unsolved }),
    ['a: did not work: the task with proxy', 'a: did not work: the task with auto']);
  assert.deepEqual(faultsOf({ agent: 'a', proxy: solved(4, 1000), auto: unsolved }), ['a: did not work: the task with auto']);
});

test('auto that costs more is a fault', () => {
  assert.deepEqual(faultsOf({ agent: 'a', proxy: solved(2, 1000), auto: solved(3, 1006) }),
    ['a: auto is worse: 3 turns, with proxy 2', 'a: auto is worse: 1006 tokens, with proxy 1000']);
});

test('a run fails if nothing was tried, if too little was, or if something did not work', () => {
  assert.ok(run([], 0, 0));
  assert.ok(run([unreached], 0, 1));
  assert.ok(run([unreached], 2, 3));
  assert.ok(run(['a: did not work: the task with proxy'], 9, 9));
  assert.ok(!run([unreached], 3, 4));
  assert.ok(!run([], 1, 1));
});
