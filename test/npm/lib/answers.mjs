// What a client of the tests answers when a server asks it something. The same every time.

const kWords = { string: 'Ada', integer: 7, number: 1.5, boolean: true };

function fill({ default: preset, enum: choices, oneOf, type, items }) {
  if (preset !== undefined) return preset;
  if (choices) return choices[0];
  if (oneOf) return oneOf[0].const;
  if (type === 'array') return [items.enum?.[0] ?? items.anyOf[0].const];
  return kWords[type];
}

/** Fills in the form, or agrees to visit the page. */
export function elicit({ mode, requestedSchema }) {
  if (mode === 'url') return { action: 'accept' };
  const filled = Object.entries(requestedSchema.properties).map(([name, schema]) => [name, fill(schema)]);
  return { action: 'accept', content: Object.fromEntries(filled) };
}

export const sample = () => ({
  role: 'assistant',
  content: { type: 'text', text: 'Paris' },
  model: 'no-model',
  stopReason: 'endTurn',
});

export const roots = () => ({ roots: [{ uri: 'file:///srv/work', name: 'Work' }] });
