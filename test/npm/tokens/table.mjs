// A table in Markdown.

const shown = (cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell);

/** `columns` are the headings; the first is aligned to the left, the others to the right. */
export function markdownTable(columns, rows) {
  const line = (cells) => `| ${cells.map(shown).join(' | ')} |`;
  const rule = columns.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(columns), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}
