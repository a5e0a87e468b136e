// Slices of JSON text. JSON.parse would lose the digits of numbers and the order of members.

function skipBlanks(text, at) {
  while (' \t\r\n'.includes(text[at]) && at < text.length) ++at;
  return at;
}

function skipString(text, at) {
  for (++at; text[at] !== '"'; ++at) if (text[at] === '\\') ++at;
  return at + 1;
}

function skipValue(text, at) {
  if (text[at] === '"') return skipString(text, at);
  let depth = 0;
  while (at < text.length) {
    const c = text[at];
    if (depth === 0 && ',}] \t\r\n'.includes(c)) return at;
    if (c === '{' || c === '[') ++depth;
    if ((c === '}' || c === ']') && --depth === 0) return at + 1;
    at = c === '"' ? skipString(text, at) : at + 1;
  }
  return at;
}

/** The members of an object as [name, text of the value] pairs, in order. */
export function rawMembers(object) {
  const members = [];
  let at = skipBlanks(object, skipBlanks(object, 0) + 1);
  while (object[at] === '"') {
    const keyEnd = skipString(object, at);
    const value = skipBlanks(object, skipBlanks(object, keyEnd) + 1);
    const valueEnd = skipValue(object, value);
    members.push([JSON.parse(object.slice(at, keyEnd)), object.slice(value, valueEnd)]);
    at = skipBlanks(object, skipBlanks(object, valueEnd) + 1);
  }
  return members;
}

/** The text of one member's value, or undefined. */
export function rawMember(object, name) {
  return rawMembers(object).find(([key]) => key === name)?.[1];
}

/** The texts of an array's elements. */
export function rawElements(array) {
  const elements = [];
  let at = skipBlanks(array, skipBlanks(array, 0) + 1);
  while (at < array.length && array[at] !== ']') {
    const end = skipValue(array, at);
    elements.push(array.slice(at, end));
    at = skipBlanks(array, end);
    if (array[at] === ',') at = skipBlanks(array, at + 1);
  }
  return elements;
}
