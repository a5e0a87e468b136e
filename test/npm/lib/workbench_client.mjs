// The line client with the workbench's two tools at hand.

import { LineClient } from './line_client.mjs';
import { rawElements, rawMember } from './raw_json.mjs';

export class WorkbenchClient extends LineClient {
  /** The handshake, and the toolbox `official` opened. The text of open_toolbox's answer to the model. */
  async openOfficial() {
    await this.open();
    const result = await this.request('tools/call', {
      name: 'open_toolbox',
      arguments: { toolbox_name: 'official' },
    });
    const [block] = rawElements(rawMember(result, 'content'));
    return JSON.parse(rawMember(block, 'text'));
  }

  /** The params of a tools/call that reaches `tool` of `server`. */
  static useTool(server, tool, args, meta) {
    const params = { name: 'use_tool', arguments: { tool: { toolbox: 'official', server, tool }, arguments: args } };
    return meta === undefined ? params : { ...params, _meta: meta };
  }

  useTool(server, tool, args, meta) {
    return this.request('tools/call', WorkbenchClient.useTool(server, tool, args, meta));
  }
}
