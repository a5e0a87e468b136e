// The table of docs/operate/confined-servers.md.

const code = (text) => `\`${text}\``;

const codes = (texts) => texts.map(code).join(', ');

/** A block of `sandbox` in short. */
function blockText({ filesystem = {}, network = {} }) {
  const lists = Object.entries({ ...filesystem, ...network });
  return lists.map(([key, value]) => `${code(key)}${Array.isArray(value) ? ` ${codes(value)}` : ''}`).join('; ');
}

function rowOf(server, version) {
  const what = server.npx ? `${server.package}, by \`npx\`` : server.package;
  const needs = server.sandbox ? blockText(server.sandbox) : 'the defaults';
  return `| ${what} | ${version} | ${needs} | ${server.call ? code(server.call.tool) : 'its list of tools'} |\n`;
}

/** The table with its heading; `versionOf` tells the version of a server. */
export function tableOf(servers, versionOf) {
  const head = '| server | version | needs | answered |\n|---|---|---|---|\n';
  const sorted = Object.values(servers).sort((a, b) => (a.package < b.package ? -1 : 1));
  return head + sorted.map((server) => rowOf(server, versionOf(server))).join('');
}
