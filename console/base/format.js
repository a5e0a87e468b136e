// Figures as people read them, in the words of the terminal.

const kGroups = new Intl.NumberFormat('en', { useGrouping: true });

export const number = (value) => (value === undefined || value === null ? '-' : kGroups.format(value));

/** "1 call", "2 calls", "3 replies". */
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** A size: "512 B", "1.0 kB", "1.0 MB". */
export function bytes(count) {
  if (count === undefined || count === null) return '-';
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${(count / 1e3).toFixed(1)} kB`;
  return count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(1)} GB`;
}

/** Memory, as in `mcp-workbench status`. */
export const memory = (count) => (count === undefined || count === null ? '-' : `${number(Math.round(count / 1048576))} MiB`);

/** A time span of milliseconds, as in `mcp-workbench status`: "12 s", "3 min", "5 h", "2 days". */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 48 * 3600 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} days`;
}

/** The time that is left: "4:09", "1:02:03". */
export function countdown(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':');
}

/** How long a call took: "0.84 ms", "12.3 ms", "1.20 s". */
export function duration(milliseconds) {
  if (milliseconds === undefined || milliseconds === null) return '-';
  if (milliseconds < 10) return `${milliseconds.toFixed(2)} ms`;
  if (milliseconds < 1000) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1e5 ? `${(milliseconds / 1000).toFixed(2)} s` : `${kGroups.format(Math.round(milliseconds / 1000))} s`;
}

const twoDigits = (value) => String(value).padStart(2, '0');

/** The time of day where the page is read: "14:05:06.789". */
export function clock(time) {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '-';
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');
  return `${parts}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** Day and time: "2026-11-28 14:05:06". */
export function day(time) {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '-';
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ${clock(time).slice(0, 8)}`;
}

/** What a text costs a model: a quarter of its bytes, as everywhere in the workbench. */
export const estimatedTokens = (text) => Math.ceil(new TextEncoder().encode(text).length / 4);
