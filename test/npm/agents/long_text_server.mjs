// An MCP server with one tool, `long_text`, whose result is a text of the length that is asked for: lines with their
// numbers, so that what was cut out of it is seen.

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `length` characters of ASCII. */
export function longText(length) {
  const lines = [];
  for (let at = 0; at < length; at += 40) lines.push(`line ${String(at / 40).padStart(6, '0')} ${'.'.repeat(27)}\n`);
  return lines.join('').slice(0, length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = new McpServer({ name: 'long-text', version: '1' });
  server.registerTool(
    'long_text',
    {
      description: 'Returns a text of the length that is asked for.',
      inputSchema: { length: z.number().int().positive() },
    },
    ({ length }) => ({ content: [{ type: 'text', text: longText(length) }] }),
  );
  await server.connect(new StdioServerTransport());
}
