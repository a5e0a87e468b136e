// Text of servers, models and clients. Characters that cannot be seen, or that change the order of others, are written as
// ⟨U+202E⟩; each text is isolated from the direction of its surroundings, and a long one is cut until a person wants it.

import { h } from './element.js';
import { bytes } from './format.js';

const kScripts = '\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}';
const kHidden = new RegExp(
  [
    `(?!(?<=[${kScripts}])[\\u200C\\u200D](?=[${kScripts}]))`, // joiners inside words of these scripts are seen
    '(?!(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic}))',
    '(?!(?<=[\\p{Emoji}\\p{Extended_Pictographic}])\\uFE0F)',
    '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]',
  ].join(''),
  'gu',
);

const kShownAtFirst = 600; // characters
const kShownAtMost = 4_000_000;

const nameOf = (character) => `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** The text with its hidden characters written out, for where there are no elements: titles, names for screen readers. */
export function visibleLine(text) {
  return String(text).replace(kHidden, nameOf);
}

/** JSON in one line to paste: hidden characters are written as escapes. */
export function pastedJson(value) {
  const escaped = (character) => [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(value).replaceAll('","', '", "').replace(kHidden, escaped);
}

/** The parts of a text: {text} as it is, {hidden} a name in place of a character. */
function* partsOf(text, breaks) {
  let from = 0;
  for (const { 0: character, index } of text.matchAll(kHidden)) {
    if (breaks && (character === '\n' || character === '\t' || (character === '\r' && text[index + 1] === '\n'))) continue;
    if (index > from) yield { text: text.slice(from, index) };
    yield { hidden: nameOf(character) };
    from = index + character.length;
  }
  if (from < text.length) yield { text: text.slice(from) };
}

function appendVisible(element, text, breaks) {
  for (const part of partsOf(text, breaks)) {
    if (part.text) element.append(part.text);
    else element.append(hiddenMark(part.hidden));
  }
}

function hiddenMark(name) {
  const mark = document.createElement('span');
  mark.className = 'hidden-character';
  mark.title = 'a character that is not visible';
  mark.textContent = name;
  return mark;
}

/** Cuts before the last surrogate rather than inside of a character. */
function beginning(text, length) {
  const isInside = /[\uD800-\uDBFF]/.test(text[length - 1] ?? '');
  return text.slice(0, isInside ? length - 1 : length);
}

function fill(element, text, { breaks, limit }) {
  element.textContent = '';
  if (text.length <= limit) return appendVisible(element, text, breaks);
  appendVisible(element, beginning(text, limit), breaks);
  if (limit === kShownAtMost) return element.append(' … The rest is not shown.');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'show-all';
  button.textContent = `show all (${bytes(new Blob([text]).size)})`;
  button.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    element.classList.add('whole');
    element.tabIndex = 0; // it scrolls
    fill(element, text, { breaks, limit: kShownAtMost });
    element.focus();
  });
  element.append(' … ', button);
}

/** A text of others in one line. `limit`: characters that are shown at first. */
export function foreign(text, { limit = kShownAtFirst, className } = {}) {
  const shown = String(text ?? '');
  return h('bdi', { class: className, opaque: shown, create: (element) => fill(element, shown, { breaks: false, limit }) });
}

/** A name of others, short enough for a cell; its whole is the title. */
export function foreignName(text) {
  const shown = String(text ?? '');
  const fillName = (element) => {
    appendVisible(element, beginning(shown, 120) + (shown.length > 120 ? '…' : ''), false);
    element.title = visibleLine(beginning(shown, 1000));
  };
  return h('bdi', { class: 'name', opaque: shown, create: fillName });
}

/** A text of others that may have lines. */
export function foreignText(text, { limit = 4 * kShownAtFirst, tag = 'pre', className = 'text' } = {}) {
  const shown = String(text ?? '');
  const create = (element) => fill(element, shown, { breaks: true, limit });
  return h(tag, { class: className, dir: 'auto', opaque: shown, create });
}
