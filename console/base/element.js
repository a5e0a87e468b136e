// Elements as descriptions, and how a document becomes what they describe. Text is only ever set as text: there is no
// innerHTML, and no attribute that runs a script can be set.

/**
 * Describes an element.
 *
 * @param {string} name the tag, and classes: "p.muted"
 * @param {object} [attributes] `key` tells siblings apart; `on` has listeners by event; `style` has CSS properties;
 *   `value`, `checked` are the first state of a field, which the person then owns; another `value` is set unless it has the
 *   focus; `opaque` makes `create` fill the element once, until another `opaque` comes. All others are attributes: true is an
 *   empty one, false and null are none.
 * @param {...*} children descriptions, texts, numbers, arrays of them; null, undefined and booleans are left out
 */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split('.');
  const attributes = areAttributes(rest[0]) ? rest.shift() : {};
  if (classes.length > 0) attributes.class = classes.join(' ');
  return { tag, attributes, children: flatten(rest), key: attributes.key };
}

const areAttributes = (first) => first?.constructor === Object && !first.tag;

function flatten(children, into = []) {
  for (const child of children) {
    if (Array.isArray(child)) flatten(child, into);
    else if (child !== null && child !== undefined && typeof child !== 'boolean') into.push(child);
  }
  return into;
}

const kOwn = new Set(['key', 'on', 'style', 'value', 'checked', 'opaque', 'create']);
const kRefused = /^(on|srcdoc$|style$)/i;
const drawn = new WeakMap(); // element -> its description

/** Makes the children of `parent` those described. Elements that stay keep their focus, scroll position and fields. */
export function draw(parent, ...children) {
  const focused = document.activeElement;
  patchChildren(parent, flatten(children));
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}

function patchChildren(parent, descriptions) {
  const keyed = new Map();
  const rest = [];
  for (const node of parent.childNodes) {
    const key = drawn.get(node)?.key;
    if (key === undefined) rest.push(node);
    else keyed.set(key, node);
  }
  const found = descriptions.map((description) => candidate(description, keyed, rest));
  const staying = new Set(found);
  for (const node of [...parent.childNodes]) if (!staying.has(node)) node.remove();
  arrange(parent, descriptions, found);
}

/** Moves only nodes that have another place now. */
function arrange(parent, descriptions, found) {
  let next = parent.firstChild;
  descriptions.forEach((description, index) => {
    const old = found[index];
    const node = patched(old, description);
    if (old && node !== old) {
      old.replaceWith(node);
      if (next === old) next = node;
    }
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  });
}

/** The node that may become what is described; null: there is none. */
function candidate(description, keyed, rest) {
  if (description.key !== undefined) {
    const node = keyed.get(description.key);
    keyed.delete(description.key);
    return node ?? null;
  }
  const index = rest.findIndex((node) => isSuitable(node, description));
  return index < 0 ? null : rest.splice(0, index + 1)[index];
}

function isSuitable(node, description) {
  if (typeof description !== 'object') return node.nodeType === Node.TEXT_NODE;
  const old = drawn.get(node);
  return old?.tag === description.tag && old.attributes.opaque === description.attributes.opaque;
}

function patched(node, description) {
  if (typeof description !== 'object') return patchedText(node, String(description));
  if (!node || !isSuitable(node, description)) return created(description);
  patchElement(node, drawn.get(node).attributes, description);
  return node;
}

function patchedText(node, text) {
  if (!node) return document.createTextNode(text);
  if (node.data !== text) node.data = text;
  return node;
}

function created(description) {
  const element = document.createElement(description.tag);
  patchElement(element, {}, description);
  const { value, checked, create } = description.attributes;
  if (value !== undefined) element.value = value;
  if (checked !== undefined) element.checked = checked;
  create?.(element);
  return element;
}

function patchElement(element, old, description) {
  const { attributes } = description;
  for (const name of Object.keys(old)) if (!(name in attributes)) setAttribute(element, name, null);
  for (const [name, value] of Object.entries(attributes)) {
    if (old[name] !== value) setAttribute(element, name, value);
  }
  patchStyle(element, old.style ?? {}, attributes.style ?? {});
  patchListeners(element, old.on ?? {}, attributes.on ?? {});
  drawn.set(element, description);
  if (attributes.opaque === undefined) patchChildren(element, description.children);
  setValueAgain(element, old, attributes);
}

function setAttribute(element, name, value) {
  if (kOwn.has(name)) return;
  if (kRefused.test(name)) throw new Error(`attribute not allowed: ${name}`);
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

function patchStyle(element, old, style) {
  for (const name of Object.keys(old)) if (!(name in style)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(style)) if (old[name] !== value) element.style.setProperty(name, value);
}

// One function listens for each event; what it calls is replaced with each description.
function patchListeners(element, old, on) {
  for (const type of Object.keys(on)) if (!(type in old)) element.addEventListener(type, dispatch);
  for (const type of Object.keys(old)) if (!(type in on)) element.removeEventListener(type, dispatch);
}

function dispatch(event) {
  drawn.get(event.currentTarget)?.attributes.on?.[event.type]?.(event);
}

// The options of a list may arrive after its value.
function setValueAgain(element, old, { value }) {
  if (old.value === value || (element.tagName !== 'SELECT' && element === document.activeElement)) return;
  element.value = value ?? '';
}
