// A model that solves the task as a model would: with what the agent shows it, in as few calls as that takes.
//
// A tool that is shown is called. If only the meta-tools are shown, it opens the toolbox that is for the task and calls
// the tool in it. If the agent has left out definitions, it searches for them with the agent's own tool first.

import { definitionsIn, kCaller, ScriptedModel, shownTool } from './model.mjs';
import { kAnswer } from './task.mjs';

const kText = 'to be or not to be';
const kTool = 'word_count';
const kToolbox = 'text';
const kSearches = ['ToolSearch', 'tool_search'];

/** The longest name in the texts that ends so: agents list the tools that they have left out, with a prefix. */
const namedIn = (texts, ending) =>
  (texts.join('\n').match(new RegExp(`[\\w-]*${ending}\\b`, 'g')) ?? []).sort((a, b) => b.length - a.length)[0];

/** The tools in an answer of Codex's search, which are in namespaces. */
const found = (tools = []) =>
  tools.flatMap((tool) =>
    tool.type === 'namespace' ? tool.tools.map((one) => ({ ...one, namespace: tool.name })) : [tool],
  );

export class SolvingModel extends ScriptedModel {
  searches = true;
  turns = 0;
  characters = 0; // that the model has read, in all turns
  called = []; // the names of the tools, in order
  known = []; // tools that a search has found

  constructor() {
    super(undefined);
  }

  isAboutTask({ texts, tools, wantsJson }) {
    return tools.length > 0 && !wantsJson && texts.join('\n').includes(kText);
  }

  nextAction(shown) {
    this.shown ??= shown;
    this.turns += 1;
    const last = shown.results.at(-1);
    this.learn(shown, last);
    this.characters += this.readCharacters(this.bodies.at(-1));
    const action = this.isUsed ? this.finish(last) : this.search(shown) ?? this.use(shown, last);
    if (action.call) this.called.push(action.call.name);
    return action;
  }

  learn(shown, last) {
    this.tools = shown.tools.filter(({ isDeferred, defer_loading: later }) => !isDeferred && !later);
    if (!this.isSearching || !last) return;
    this.isSearching = false;
    const referred = shown.tools.filter(
      ({ name, isDeferred }) => isDeferred && last.text?.includes(JSON.stringify(name).slice(1, -1)),
    );
    this.known.push(...referred, ...found(last.tools), ...definitionsIn(last.text).filter(({ name }) => name));
  }

  /** All that is in the request, but for definitions that the API keeps from the model. */
  readCharacters(body) {
    const isKept = (tool) => (tool.defer_loading ?? false) && !this.known.some(({ name }) => name === tool.name);
    const kept = (body.tools ?? []).flatMap((tool) =>
      tool.type === 'namespace' ? tool.tools.filter(isKept) : isKept(tool) ? [tool] : [],
    );
    return JSON.stringify(body).length - kept.reduce((sum, tool) => sum + JSON.stringify(tool).length + 1, 0);
  }

  /** The definition that a call needs; absent: it is not known. */
  toolCalled(ending) {
    return shownTool({ tools: [...this.tools, ...this.known] }, ending);
  }

  call(tool, args) {
    const id = `call_${this.turns}`;
    const isLeftOut = !this.tools.includes(tool) && this.tools.some(({ name }) => name === kCaller);
    if (isLeftOut) return { call: { id, name: kCaller, args: { name: tool.name, arguments: args } } };
    return { call: { id, name: tool.name, namespace: tool.namespace, args } };
  }

  /** With the agent's own search, once, if neither the tool nor the meta-tools are known. */
  search({ texts }) {
    if (this.toolCalled(kTool) || this.toolCalled('open_toolbox') || this.hasSearched) return undefined;
    const tool = this.tools.find(({ name }) => kSearches.includes(name));
    if (!tool) return undefined;
    this.hasSearched = true;
    this.isSearching = true;
    const wanted = namedIn(texts, kTool)
      ? [namedIn(texts, kTool)]
      : [namedIn(texts, 'open_toolbox'), namedIn(texts, 'use_tool')].filter(Boolean);
    const query = tool.type === 'tool_search' || !wanted.length ? 'count words of a text' : `select:${wanted.join(',')}`;
    return { call: { id: `call_${this.turns}`, type: tool.type, name: tool.name, args: { query } } };
  }

  use(shown, last) {
    const native = this.toolCalled(kTool);
    if (native) {
      this.isUsed = true;
      return this.call(native, { text: kText });
    }
    if (!this.isOpened) {
      const open = this.toolCalled('open_toolbox');
      if (!open) return this.finish(last);
      this.isOpened = true;
      return this.call(open, { toolbox_name: kToolbox });
    }
    const server = /source_server\W+([\w-]+)/.exec(last?.text ?? '')?.[1];
    this.isUsed = true;
    const tool = { toolbox: kToolbox, server, tool: kTool };
    return this.call(this.toolCalled('use_tool'), { tool, arguments: { text: kText } });
  }

  finish(last) {
    const works = /words\W+6\b/.test(last?.text ?? '');
    this.isDone = works;
    return { text: works ? `The text has 6 words. ${kAnswer}` : 'There is no tool for that.' };
  }
}
